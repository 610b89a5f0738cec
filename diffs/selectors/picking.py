"""Which pairs somebody means when they change many at once."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from annotation.models import Project, User
from annotation.refusal import refused
from diffs.models import PaperPair
from diffs.selectors.filters import PairFilter, Reach, filtered_pairs

MOST_PICKED = 1_000
LARGEST_ID = 10**18  # what the database holds, and no more digits
# What tells by its counts of others' work, so that it is for those alone who never label.
ALONE = frozenset({"overlap", "distribute"})


def units_of(project: Project, user: User, reach: Reach, chosen: PairFilter | None, picked: Sequence[int]) -> list[int]:
    """Units of all pairs that a filter leaves, else (None) of those that were picked by their ids."""
    if chosen is not None:
        pairs = filtered_pairs(project, user, chosen, reach)
    else:
        pairs = PaperPair.objects.visible_to(user).filter(project=project, pk__in=picked[:MOST_PICKED])
    units = list(pairs.order_by("pk").values_list("unit_id", flat=True))
    if not units:
        raise refused("nothing_chosen", _("Choose pairs first: tick them, or take all that match."), "pairs")
    return units


def refuse_alone(action: str, reach: Reach) -> None:
    """Keep from an admin who also labels what would tell of others' work."""
    if action in ALONE and reach is not Reach.EVERYTHING:
        message = _("You label in this project, and this would tell you of others' work. Another admin can do it.")
        raise refused("labels_too", message, "action")


def ids_of(sent: Sequence[str]) -> list[int]:
    """The ids among what a form sent."""
    return [int(each) for each in sent if each.isascii() and each.isdecimal() and len(each) <= 18]
