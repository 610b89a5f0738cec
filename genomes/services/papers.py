"""Bring papers into the library: one file becomes one immutable source version with its passages."""

import hashlib
import re
from collections.abc import Callable, Collection, Mapping
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
from annotation.services.validation import has_control, refuse_invalid
from genomes.ingest import UnreadableFile, read_document
from genomes.ingest.document import Note, ParsedDocument, ParsedMetadata, gettext_noop
from genomes.licences import licence_name, may_be_redistributed
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
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # two imports of one paper wait for each other
    known = find_bytes(project, data)
    if known is not None:
        return Imported(known, False)
    found = _found_facts(document, filename, facts or {})
    paper = _known_paper(project, slug, found)
    if paper is None:
        paper = _new_paper(by=by, project=project, slug=slug, filename=filename, document=document, found=found)
    else:
        notes = _complete(paper, found, is_said="redistributable" in (facts or {}))
        document = replace(document, notes=(*document.notes, *notes))
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
    if has_control(str(facts.get("domain", ""))):
        message = _("A domain's name holds a control character, which cannot be shown. Type the name anew.")
        raise Refused([Fault("control_character", message, "domain")])
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


def _complete(paper: Paper, found: Mapping[str, Any], *, is_said: bool) -> tuple[Note, ...]:
    """A known paper gets a new text: fill in facts that were missing, and decide about its licence. What to note of it.

    `is_said` tells that whoever imports says whether the text may be given out.
    """
    for name in _COMPLETED:
        if not getattr(paper, name) and found[name] and name not in paper.settled:
            setattr(paper, name, found[name])
    licence, note = _licence_after(paper, found, is_said=is_said)
    paper.licence, paper.redistributable = licence
    refuse_invalid(paper)
    paper.save(update_fields=[*_COMPLETED, "licence", "redistributable"])
    return (note,) if note else ()


def _licence_after(paper: Paper, found: Mapping[str, Any], *, is_said: bool) -> tuple[tuple[str, bool], Note | None]:
    """The licence of a paper with one more text, whether all its texts may be given out, and what to note.

    A file that is silent leaves what a person has set, and what metadata say of a paper that has no text yet. Else the
    licence is that of the newest text; the texts may be given out when this one and those before may.
    """
    new = (str(found["licence"]), bool(found["redistributable"]))
    if is_said:
        return new, None
    if not new[0] and not {"licence", "redistributable"}.isdisjoint(paper.settled):
        return (paper.licence, paper.redistributable), None
    if not paper.versions.exists():
        known = (paper.licence, may_be_redistributed(paper.licence))
        return (new if new[0] else known), None
    if new[1] == paper.redistributable:
        return new, None
    template = _LICENCE_LOST if paper.redistributable else _LICENCE_HELD
    return (new[0], False), Note(template, {"licence": (paper.licence if paper.redistributable else new[0]) or "–"})


def _facts_of(metadata: ParsedMetadata, filename: str) -> dict[str, Any]:
    stated = metadata.arxiv_id or _NAME_FROM_ARXIV.sub("", PurePosixPath(filename).name)
    return {
        "title": metadata.title[:500],
        "authors": [name[:200] for name in metadata.authors],
        "venue": metadata.venue[:300],
        "doi": plain_doi(metadata.doi)[:200],
        "arxiv_id": (split_arxiv(stated)[0] or metadata.arxiv_id)[:40],
        "published": metadata.published,
        "licence": licence_name(metadata.licence)[:200],
    }


def _title_of(document: ParsedDocument, filename: str) -> str:
    first_line = document.text.strip().partition("\n")[0]
    return first_line if 0 < len(first_line) <= 300 else filename


def free_slug(project: Project, wish: str, known: Collection[str] | None = None) -> str:
    """A short name for a new paper, made of what is wished, that no other has. `known` are all names of the project."""
    stem = slugify(wish)[:60].strip("-") or "paper"
    alike = Paper.objects.filter(project=project, slug__startswith=stem).values_list("slug", flat=True)
    taken = {*(alike if known is None else (slug for slug in known if slug.startswith(stem))), *ROUTES}
    return next(slug for number in count(1) if (slug := stem if number == 1 else f"{stem}-{number}") not in taken)


_LICENCE_LOST = gettext_noop(
    "The text before this one may be given out (%(licence)s), but this file states no such licence. The texts of the"
    " paper stay here until an admin says otherwise among its facts."
)
_LICENCE_HELD = gettext_noop(
    "This text may be given out (%(licence)s), but one before it may not. The texts of the paper stay here until an"
    " admin says otherwise among its facts."
)
# arXiv names its files by the id of the paper: "1506.02640v5.pdf".
_NAME_FROM_ARXIV = re.compile(r"\.(?:pdf|tex|zip|html?|txt)$", re.IGNORECASE)
