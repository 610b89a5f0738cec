"""Page-shaped reads of people and work."""

from annotation.selectors.guidelines import current_guideline
from annotation.selectors.links import UNIT_SUBJECT, link, start_url, unit_url
from annotation.selectors.members import Member, members_of
from annotation.selectors.progress import ProgressPage, progress_page
from annotation.selectors.units import claimable_units, held_places, open_count
from annotation.selectors.work import Holding, WorkPage, work_page

__all__ = [
    "UNIT_SUBJECT",
    "Holding",
    "Member",
    "ProgressPage",
    "WorkPage",
    "claimable_units",
    "current_guideline",
    "held_places",
    "link",
    "members_of",
    "open_count",
    "progress_page",
    "start_url",
    "unit_url",
    "work_page",
]
