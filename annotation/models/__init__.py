"""People and work: who is who in a project, the guideline in force, units of work, who holds them, and what is said."""

from annotation.models.guidelines import Guideline, GuidelineNote, GuidelineReading
from annotation.models.people import Membership, Project, Role, User
from annotation.models.talk import Comment, Notification, NotificationChoice, SavedView
from annotation.models.work import Assignment, Stage, Unit

__all__ = [
    "Assignment",
    "Comment",
    "Guideline",
    "GuidelineNote",
    "GuidelineReading",
    "Membership",
    "Notification",
    "NotificationChoice",
    "Project",
    "Role",
    "SavedView",
    "Stage",
    "Unit",
    "User",
]
