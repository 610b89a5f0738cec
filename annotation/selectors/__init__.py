"""Page-shaped reads of people and work."""

from annotation.selectors.allocation import Distribution, planned
from annotation.selectors.guidelines import current_guideline, unread_guideline
from annotation.selectors.links import UNIT_SUBJECT, link, start_url, unit_url
from annotation.selectors.members import Member, at_work, members_of, membership_of
from annotation.selectors.progress import ProgressPage, progress_page
from annotation.selectors.units import (
    assigned_units,
    claimable_units,
    handed_out_lately,
    held_places,
    open_count,
    overseen_holds,
    overseen_units,
)
from annotation.selectors.work import Holding, WorkPage, work_page

__all__ = [
    "UNIT_SUBJECT",
    "Distribution",
    "Holding",
    "Member",
    "ProgressPage",
    "WorkPage",
    "assigned_units",
    "at_work",
    "claimable_units",
    "current_guideline",
    "handed_out_lately",
    "held_places",
    "link",
    "members_of",
    "membership_of",
    "open_count",
    "overseen_holds",
    "overseen_units",
    "planned",
    "progress_page",
    "start_url",
    "unit_url",
    "unread_guideline",
    "work_page",
]
