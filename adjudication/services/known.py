"""Pairs whose gold is trusted become pairs whose answer is known."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from adjudication.selectors.gold import gold
from annotation.models import Project, User
from annotation.refusal import refused
from diffs.models import KnownAnswer
from diffs.services import mark_known

MOST = 100  # pairs at once


@transaction.atomic
def mark_gold_known(*, by: User, project: Project, pairs: Collection[int], use: str) -> list[KnownAnswer]:
    """Mark the gold of these pairs as known, each with the rationale of its gold as a first explanation.

    The answer is taken as it stands now: a resolution that is reopened later changes nothing of it. Raises Refused
    when a pair has no gold, and then marks none.
    """
    if not pairs or len(pairs) > MOST:
        raise refused("pairs", _("Choose at least one pair, and at most %(most)s at once.") % {"most": MOST}, "pairs")
    found = sorted(gold(project, pairs), key=lambda each: each.pair.unit_id)  # locked in the order of their ids
    if len(found) < len(set(pairs)):
        message = _("A chosen pair has no gold any more. Look at the list again; nothing was marked.")
        raise refused("no_gold", message, "pairs")
    return [
        mark_known(by=by, pair=each.pair, payload=each.answer, use=use, explanation=each.answer.rationale)
        for each in found
    ]
