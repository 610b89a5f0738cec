"""What people made of machine candidates, written down whenever one of them changes."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from annotation.models import User
from genomes.models import Candidate, IdeaObject

Decision = Candidate.Decision


def note_decisions(*, by: User, objects: Sequence[IdeaObject] | QuerySet[Any]) -> None:
    """Record the decision on each of these objects that a machine proposed. Call inside the transaction that made it.

    One query when none of them is a candidate. A decision follows the object: taken back or undone, it is open again.
    """
    rows = Candidate.objects.filter(idea_object__in=objects).select_related("idea_object", "extraction")
    for row in rows.prefetch_related("idea_object__evidence"):
        decision = decision_on(row)
        if decision == row.decision:
            continue
        row.decision = decision
        is_open = decision == Decision.OPEN
        row.decided_by, row.decided_at = (None, None) if is_open else (by, timezone.now())
        row.save(update_fields=["decision", "decided_by", "decided_at"])


def decision_on(row: Candidate) -> Decision:
    """What an object's state says about the candidate that it was.

    It is accepted as it was while type, words, places and constraint are those proposed. Its contribution role and what
    it repairs are the person's own addition: no machine proposes them.
    """
    idea_object = row.idea_object
    if idea_object.state == IdeaObject.State.CANDIDATE:
        return Decision.OPEN
    if idea_object.state == IdeaObject.State.REJECTED:
        return Decision.REJECTED
    places = sorted([each.start, each.end] for each in idea_object.evidence.all())
    is_unchanged = (
        idea_object.type == row.extraction.type
        and idea_object.content == row.content
        and not idea_object.constraint
        and places == sorted(row.places)
    )
    return Decision.ACCEPTED if is_unchanged else Decision.EDITED
