"""What tests are about, built through the services."""

from datetime import date, timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from annotation.models import Project, Unit, User
from annotation.services import change_project, claim_unit, create_unit
from diffs.models import Diff, PaperPair
from diffs.services import create_pair, submit_diff
from genomes.models import Genome, IdeaObject, Paper, SecondReading
from genomes.selectors.second_reading import objects_to_read
from genomes.services import hand_in_genome, import_document, save_object, submit_reading
from tests.at_once import hand_in, write_objects
from tests.cast import Cast

_number = count(1)


def make_unit(project: Project, **facts: Any) -> Unit:
    """A unit of pair work; it has no pair, so only the app that hands out work can use it."""
    return create_unit(**{"project": project, "kind": Unit.Kind.PAIR, "title": f"Unit {next(_number)}", **facts})


PAPER_TEXT = """---
title: {title}
published: {published}
licence: CC0-1.0
---

## Niche and problem

{title} must find things while the scene still moves. The parts of older chains are trained apart, so they are slow.

## Method

{title} treats finding as one regression. A single network looks once at the whole scene.

## Limits

Small things in groups are missed. The chain of parts is given up.
"""

# Type, role, and the sentence of PAPER_TEXT that the object rests on.
GENOME = (
    ("niche", "context", "{title} must find things while the scene still moves."),
    ("mechanism", "driver", "{title} treats finding as one regression."),
    ("limitation", "passenger", "Small things in groups are missed."),
    ("delta", "passenger", "The chain of parts is given up."),
)


def a_paper(cast: Cast, *, title: str = "", text: str = "", project: Project | None = None, **facts: Any) -> Paper:
    """A paper of the library, imported from Markdown by the admin. `facts` may hold what services call FACTS."""
    title = title or f"Finder {next(_number)}"
    published = facts.pop("published", date(2020, 1, 1) + timedelta(days=next(_number)))
    source = text or PAPER_TEXT.format(title=title, published=published)
    imported = import_document(
        by=cast.admin,
        project=project or cast.project,
        data=source.encode(),
        filename="paper.md",
        slug=facts.pop("slug", ""),
        facts={"title": title, "published": published, **facts},
    )
    return imported.version.paper


def a_genome(cast: Cast, *, author: User | None = None, handed_in: bool = False, **facts: Any) -> Genome:
    """The genome of a new paper (`facts` go to `a_paper`), held by annotator1 or `author`.

    Handed in, it has the objects of GENOME: N1, M1 (driver), L1 and D1, which repairs L1. Else it is empty.
    """
    author = author or cast.annotator1
    paper = a_paper(cast, **facts)
    genome: Genome = Genome.objects.get(source_version__paper=paper)
    if handed_in and not paper.project.wants_second_reader:
        began = timezone.now()
        write_objects(genome, author, objects_of(paper))
        hand_in(genome, author, began)
    else:
        claim_unit(person=author, unit=genome.unit)
        if handed_in:
            write_objects(genome, author, objects_of(paper))
            hand_in_genome(by=author, genome=genome)
    genome.refresh_from_db()
    return genome


def objects_of(paper: Paper) -> list[tuple[str, str, str]]:
    """GENOME with the words of a paper."""
    return [(kind, role, sentence.format(title=paper.title)) for kind, role, sentence in GENOME]


def evidence(genome: Genome, quote: str) -> dict[str, Any]:
    """The place of `quote` in the genome's text, as a browser sends it."""
    start = genome.source_version.text.index(quote)
    return {"start": start, "end": start + len(quote), "quote": quote}


def an_object(genome: Genome, quote: str, *, by: User, **fields: Any) -> IdeaObject:
    """An object of the genome that rests on `quote`; a mechanism unless `type` says otherwise."""
    payload = {"type": "mechanism", "content": quote, "evidence": [evidence(genome, quote)], **fields}
    return save_object(by=by, genome=genome, payload=payload)


def a_pair(cast: Cast, *, source: Genome | None = None, target: Genome | None = None, **facts: Any) -> PaperPair:
    """A pair of two new papers with the objects of GENOME (`facts` go to both), or of the genomes that are given."""
    source = source or a_genome(cast, handed_in=True, **facts)
    target = target or a_genome(cast, handed_in=True, **facts)
    return create_pair(by=cast.admin, project=source.paper.project, source=source, target=target)


def a_pointer(genome: Genome, handle: str) -> dict[str, Any]:
    """A pointer to the evidence of an object, as people hand it in: without context and hash."""
    row = genome.objects_all.get(handle=handle).evidence.first()
    assert row is not None
    return {"paper": genome.paper.slug, "start": row.start, "end": row.end, "quote": row.quote}


def an_edge(pair: PaperPair, source: str, target: str) -> dict[str, Any]:
    """An aligned edge between two objects of a pair, by their handles."""
    return {
        "source": f"{pair.source.paper.slug}:{source}",
        "target": f"{pair.target.paper.slug}:{target}",
        "similarity": "The same idea with the same function.",
        "source_evidence": [a_pointer(pair.source, source)],
        "target_evidence": [a_pointer(pair.target, target)],
    }


def an_answer(pair: PaperPair, **parts: Any) -> dict[str, Any]:
    """A complete answer to `a_pair`: N1 and M1 inherited, the rest lost or novel, so mutation. `parts` replace some."""
    old, new = pair.source.paper.slug, pair.target.paper.slug
    answer = {
        "fates": {f"{old}:N1": "inherited", f"{old}:M1": "inherited", f"{old}:L1": "lost", f"{old}:D1": "lost"},
        "origins": {f"{new}:N1": "aligned", f"{new}:M1": "aligned", f"{new}:L1": "novel", f"{new}:D1": "novel"},
        "alignments": [an_edge(pair, "N1", "N1"), an_edge(pair, "M1", "M1")],
        "predecessor_driver": f"{old}:M1",
        "driver_continuity": "inherited",
        "transition_driver": f"{new}:D1",
        "ecology": "same",
        "dynamics": "mutation",
        "rationale": "The core stays and the rest is mended.",
        "evidence": [a_pointer(pair.source, "M1"), a_pointer(pair.target, "M1")],
        "confidence": 80,
    }
    return {**answer, **parts}


def a_diff(person: User, pair: PaperPair, **parts: Any) -> Diff:
    """A submission: the person takes the pair and submits `an_answer(pair, **parts)`."""
    claim_unit(person=person, unit=pair.unit)
    return submit_diff(by=person, pair=pair, payload=an_answer(pair, **parts))


def a_reading(cast: Cast, **facts: Any) -> SecondReading:
    """The second reading of a new genome with the objects of GENOME (`facts` go to `a_genome`); nobody has it yet."""
    if not cast.project.wants_second_reader:
        change_project(by=cast.admin, project=cast.project, wants_second_reader=True)
    return SecondReading.objects.get(genome=a_genome(cast, handed_in=True, **facts))


def what_the_author_said(reading: SecondReading) -> dict[str, str]:
    """The form of a reading, filled in as the author typed the genome; `type.1` and so on by what they mean."""
    form: dict[str, str] = {}
    for number, each in objects_to_read(reading).items():
        form |= {f"type.{number}": each.type, f"role.{number}": each.contribution_role}
    return form


def number_of(reading: SecondReading, handle: str) -> int:
    """The number under which the reader meets an object."""
    return next(number for number, each in objects_to_read(reading).items() if each.handle == handle)


def a_submitted_reading(cast: Cast, *, by: User | None = None, **said: str) -> SecondReading:
    """A reading by annotator2 (or `by`) that says what the author said, but for `said`: L1="claim" or L1="none"."""
    reading, person = a_reading(cast), by or cast.annotator2
    form = what_the_author_said(reading)
    for handle, kind in said.items():
        number = number_of(reading, handle)
        form |= {f"type.{number}": kind, f"reason.{number}": "It is a hope." if kind == "none" else ""}
    claim_unit(person=person, unit=reading.unit)
    return submit_reading(by=person, reading=reading, payload=form)
