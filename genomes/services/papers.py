"""Bring papers into the library: one file becomes one immutable source version with its passages."""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from annotation.models import Project, Unit, User
from annotation.refusal import Fault, Refused
from annotation.services import create_unit
from annotation.services.validation import refuse_invalid
from genomes.ingest import UnreadableFile, read_document
from genomes.ingest.document import Note, ParsedDocument, ParsedMetadata, gettext_noop
from genomes.licences import may_be_redistributed
from genomes.models import Genome, Paper, SourceVersion
from genomes.selectors.works import find_paper
from genomes.services.carrying import carry_over
from genomes.services.texts import store_text
from genomes.wording import words_of
from genomes.works import plain_doi, split_arxiv

FACTS = (
    "title",
    "authors",
    "venue",
    "doi",
    "arxiv_id",
    "published",
    "domain",
    "lineage",
    "aliases",
    "licence",
    "redistributable",
)

ROUTES = ("exchange", "import", "imports")  # pages beside the papers, whose addresses no paper may have
# What a new text may add to a known paper where nothing is known yet.
_COMPLETED = ("authors", "venue", "doi", "arxiv_id", "published")

Read = Callable[[bytes, str], tuple[str, ParsedDocument]]


class Imported(NamedTuple):
    """The source version that now holds the file, and whether this import made it."""

    version: SourceVersion
    is_new: bool


@transaction.atomic
def import_document(
    *,
    by: User,
    project: Project,
    data: bytes,
    filename: str,
    slug: str = "",
    facts: Mapping[str, Any] | None = None,
    read: Read = read_document,
) -> Imported:
    """Read a file into the library.

    The same bytes twice are recognised and change nothing; a file whose slug, DOI, arXiv id or title with author and
    year is known becomes the next source version of that paper. `facts` (names in FACTS) win over what the file says
    of itself. `read` turns the bytes into (format, document); a file from outside is read in a process of its own.
    Raises Refused with the reader's reason when the file cannot be read.
    """
    known = find_bytes(project, data)
    if known is not None:
        return Imported(known, False)
    try:
        format_name, document = read(data, filename)
    except UnreadableFile as error:
        raise Refused([Fault("unreadable", words_of(error.template, error.params), "file")]) from error
    return store_document(
        by=by,
        project=project,
        data=data,
        filename=filename,
        format=format_name,
        document=document,
        slug=slug,
        facts=facts,
    )


@transaction.atomic
def store_document(
    *,
    by: User,
    project: Project,
    data: bytes,
    filename: str,
    format: str,
    document: ParsedDocument,
    slug: str = "",
    facts: Mapping[str, Any] | None = None,
) -> Imported:
    """Write what was read of a file; see `import_document`."""
    Project.objects.select_for_update().get(pk=project.pk)  # two imports of one paper wait for each other
    known = find_bytes(project, data)
    if known is not None:
        return Imported(known, False)
    found = _found_facts(document, filename, facts or {})
    paper = _known_paper(project, slug, found)
    if paper is None:
        paper = _new_paper(by=by, project=project, slug=slug, filename=filename, document=document, found=found)
    else:
        document = replace(document, notes=(*document.notes, *_licence_notes(paper, found)))
        _complete(paper, found)
    sha256 = (hashlib.sha256(data).hexdigest(), hashlib.sha256(document.text.encode()).hexdigest())
    version = store_text(by=by, paper=paper, format=format, filename=filename, sha256=sha256, document=document)
    unit = create_unit(project=project, kind=Unit.Kind.GENOME, title=paper.title[:500], domain=paper.domain, overlap=1)
    carry_over(by=by, genome=Genome.objects.create(source_version=version, unit=unit))
    return Imported(version, True)


def find_bytes(project: Project, data: bytes) -> SourceVersion | None:
    """The source version that was made of these very bytes, if there is one."""
    digest = hashlib.sha256(data).hexdigest()
    known: SourceVersion | None = SourceVersion.objects.filter(paper__project=project, file_sha256=digest).first()
    return known


@transaction.atomic
def set_paper_facts(*, by: User, paper: Paper, facts: Mapping[str, Any]) -> Paper:
    """Correct what is known about a paper (FACTS); its id and its texts never change.

    Another licence decides anew whether the text may be given out, unless that is said too.
    """
    paper = Paper.objects.select_for_update().get(pk=paper.pk)
    given = _checked(facts)
    if given.get("licence", paper.licence) != paper.licence:
        given.setdefault("redistributable", may_be_redistributed(str(given["licence"])))
    changed = [name for name, value in given.items() if value != getattr(paper, name)]
    paper.settled = sorted({*paper.settled, *changed})
    for name, value in given.items():
        setattr(paper, name, value)
    refuse_invalid(paper)
    paper.save(update_fields=[*FACTS, "settled"])
    Unit.objects.filter(genome__source_version__paper=paper).update(title=paper.title[:500], domain=paper.domain)
    return paper


def _checked(facts: Mapping[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(facts) - set(FACTS))
    if unknown:
        raise Refused([Fault("unknown_fact", _("A paper has no field “%(name)s”.") % {"name": n}, n) for n in unknown])
    if "title" in facts and not str(facts["title"]).strip():
        raise Refused([Fault("no_title", _("Give the paper a title."), "title")])
    return dict(facts)


def _found_facts(document: ParsedDocument, filename: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What the file says of the paper, and what is said of it by whoever imports it, which wins."""
    found = {**_facts_of(document.metadata, filename), **_checked(given)}
    if "redistributable" not in given:
        found["redistributable"] = may_be_redistributed(str(found["licence"]))
    return found


def _known_paper(project: Project, slug: str, found: Mapping[str, Any]) -> Paper | None:
    return find_paper(
        project,
        slug=slug,
        doi=found["doi"],
        arxiv_id=found["arxiv_id"],
        title=found["title"],
        authors=found["authors"],
        year=found["published"].year if found["published"] else None,
    )


def _new_paper(
    *, by: User, project: Project, slug: str, filename: str, document: ParsedDocument, found: dict[str, Any]
) -> Paper:
    found["title"] = str(found.get("title") or _title_of(document, filename))[:500]
    paper = Paper(project=project, slug=free_slug(project, slug or found["title"]), created_by=by, **found)
    refuse_invalid(paper)
    paper.save(force_insert=True)
    return paper


def _licence_notes(known: Paper, found: Mapping[str, Any]) -> tuple[Note, ...]:
    """A word about a new text that may not be given out although the one before might."""
    if not known.redistributable or found["redistributable"] or _keeps_licence(known, found):
        return ()
    note = Note(
        gettext_noop(
            "The text before this one may be given out (%(licence)s). This file states no such licence, so the paper"
            " now counts as one whose text stays here; an admin can correct that among its facts."
        ),
        {"licence": known.licence or "–"},
    )
    return (note,)


def _complete(paper: Paper, found: Mapping[str, Any]) -> None:
    """A known paper gets a new text: facts that were missing are filled in, and its licence is that of the new text."""
    for name in _COMPLETED:
        if not getattr(paper, name) and found[name] and name not in paper.settled:
            setattr(paper, name, found[name])
    if not _keeps_licence(paper, found):
        paper.licence, paper.redistributable = found["licence"], found["redistributable"]
    refuse_invalid(paper)
    paper.save(update_fields=[*_COMPLETED, "licence", "redistributable"])


def _keeps_licence(known: Paper, found: Mapping[str, Any]) -> bool:
    """Whether what a person said of the licence stands, because the new text says nothing."""
    return not found["licence"] and not {"licence", "redistributable"}.isdisjoint(known.settled)


def _facts_of(metadata: ParsedMetadata, filename: str) -> dict[str, Any]:
    stated = metadata.arxiv_id or _NAME_FROM_ARXIV.sub("", PurePosixPath(filename).name)
    return {
        "title": metadata.title[:500],
        "authors": [name[:200] for name in metadata.authors],
        "venue": metadata.venue[:300],
        "doi": plain_doi(metadata.doi)[:200],
        "arxiv_id": (split_arxiv(stated)[0] or metadata.arxiv_id)[:40],
        "published": metadata.published,
        "licence": metadata.licence[:200],
    }


def _title_of(document: ParsedDocument, filename: str) -> str:
    first_line = document.text.strip().partition("\n")[0]
    return first_line if 0 < len(first_line) <= 300 else filename


def free_slug(project: Project, wish: str) -> str:
    """A short name for a new paper, made of what is wished, that no other has."""
    stem = slugify(wish)[:60].strip("-") or "paper"
    taken = {*Paper.objects.filter(project=project, slug__startswith=stem).values_list("slug", flat=True), *ROUTES}
    return next(slug for number in count(1) if (slug := stem if number == 1 else f"{stem}-{number}") not in taken)


# arXiv names its files by the id of the paper: "1506.02640v5.pdf".
_NAME_FROM_ARXIV = re.compile(r"\.(?:pdf|tex|zip|html?|txt)$", re.IGNORECASE)
