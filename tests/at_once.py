"""Scenes written row by row at once: what services would leave, in a handful of queries. See test_factories."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from annotation.models import Assignment, User
from evaluator.vocabulary import ObjectType
from genomes.anchoring import innermost_passage, make_anchor
from genomes.models import Evidence, Genome, IdeaObject, Operation
from genomes.services.operations import states_of


def write_objects(genome: Genome, author: User, objects: Sequence[tuple[str, str, str]]) -> list[IdeaObject]:
    """Accepted objects (type, role, the quote that is also the content), each with its evidence and its operation.

    The first of each type only: every handle ends in 1. A delta repairs the limitation among them.
    """
    rows: list[IdeaObject] = IdeaObject.objects.bulk_create(
        IdeaObject(
            genome=genome, type=kind, handle=f"{ObjectType(kind).letter}1", content=quote,
            contribution_role=role, state=IdeaObject.State.ACCEPTED, created_by=author,
        )
        for kind, role, quote in objects
    )  # fmt: skip
    version = genome.source_version
    passages = list(version.passages.all())
    anchors = []
    for row in rows:
        start = version.text.index(row.content)
        anchors.append(make_anchor(version.text, start, start + len(row.content), sha256=version.text_sha256))
    Evidence.objects.bulk_create(
        Evidence(
            idea_object=row, source_version=version, passage=innermost_passage(passages, anchor.start, anchor.end),
            start=anchor.start, end=anchor.end, quote=anchor.quote, prefix=anchor.prefix, suffix=anchor.suffix,
            text_sha256=anchor.text_sha256, created_by=author,
        )
        for row, anchor in zip(rows, anchors, strict=True)
    )  # fmt: skip
    by_type = {row.type: row for row in rows}
    by_type["delta"].repairs.add(by_type["limitation"])
    states = states_of(row.pk for row in rows)
    Operation.objects.bulk_create(
        Operation(
            genome=genome, number=number, kind=Operation.Kind.CREATE, by=author,
            before={str(row.pk): None}, after={str(row.pk): states[str(row.pk)]},
        )
        for number, row in enumerate(rows, 1)
    )  # fmt: skip
    genome.revision += len(rows)
    genome.author = author
    genome.save(update_fields=["revision", "author"])
    return rows


def hand_in(genome: Genome, author: User, began: datetime) -> None:
    """What holding a new genome's unit since `began` and handing it in leave, where no second reader is wanted."""
    unit, now = genome.unit, timezone.now()
    Assignment.objects.create(
        unit=unit, person=author, state=Assignment.State.FINISHED, is_counted=True, claimed_at=began, opened_at=began,
        finished_at=now, lease_expires_at=now + unit.project.lease,
    )  # fmt: skip
    unit.labels_done = 1
    unit.save(update_fields=["labels_done"])
    genome.handed_in_at = now
    genome.revision += 1
    genome.save(update_fields=["handed_in_at", "revision"])
