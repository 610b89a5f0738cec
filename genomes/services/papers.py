"""Bring papers into the library: one file becomes one immutable source version with its passages."""

import hashlib
from collections.abc import Mapping
from itertools import count
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max, Q
from django.utils.text import slugify
from django.utils.translation import gettext as _

from annotation.models import Project, Unit, User
from annotation.refusal import Fault, Refused
from annotation.services import create_unit
from annotation.services.validation import refuse_invalid
from genomes.ingest import UnreadableFile, read_document
from genomes.ingest.document import ParsedDocument, ParsedMetadata, ParsedPassage
from genomes.models import Genome, Paper, Passage, SourceVersion

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

ROUTES = ("import", "imports")  # pages beside the papers, whose addresses no paper may have


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
) -> Imported:
    """Read a file into the library.

    The same bytes twice are recognised and change nothing; a file whose slug, DOI or arXiv id is known becomes the
    next source version of that paper. `facts` (names in FACTS) win over what the file says of itself.
    Raises Refused with the reader's reason when the file cannot be read.
    """
    Project.objects.select_for_update().get(pk=project.pk)  # two imports of one paper wait for each other
    digest = hashlib.sha256(data).hexdigest()
    known = SourceVersion.objects.filter(paper__project=project, file_sha256=digest).first()
    if known is not None:
        return Imported(known, False)
    try:
        format_name, document = read_document(data, filename)
    except UnreadableFile as error:
        raise Refused([Fault("unreadable", _unreadable_words(error), "file")]) from error
    paper = _paper_for(by=by, project=project, slug=slug, filename=filename, document=document, facts=facts or {})
    version = SourceVersion.objects.create(
        paper=paper,
        number=(paper.versions.aggregate(last=Max("number"))["last"] or 0) + 1,
        format=format_name,
        filename=filename[:300],
        file_sha256=digest,
        text_sha256=hashlib.sha256(document.text.encode()).hexdigest(),
        text=document.text,
        imported_by=by,
    )
    _store_passages(version, document.passages)
    unit = create_unit(project=project, kind=Unit.Kind.GENOME, title=paper.title[:500], domain=paper.domain, overlap=1)
    Genome.objects.create(source_version=version, unit=unit)
    return Imported(version, True)


@transaction.atomic
def set_paper_facts(*, by: User, paper: Paper, facts: Mapping[str, Any]) -> Paper:
    """Correct what is known about a paper (FACTS); its id and its texts never change."""
    paper = Paper.objects.select_for_update().get(pk=paper.pk)
    for name, value in _checked(facts).items():
        setattr(paper, name, value)
    refuse_invalid(paper)
    paper.save(update_fields=[*FACTS])
    Unit.objects.filter(genome__source_version__paper=paper).update(title=paper.title[:500], domain=paper.domain)
    return paper


def _unreadable_words(error: UnreadableFile) -> str:
    """The reader's reason in the language of the moment; names of kinds of files are translated too."""
    params = {name: _(value) if isinstance(value, str) and value else value for name, value in error.params.items()}
    return _(error.template) % params if params else _(error.template)


def _checked(facts: Mapping[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(facts) - set(FACTS))
    if unknown:
        raise Refused([Fault("unknown_fact", _("A paper has no field “%(name)s”.") % {"name": n}, n) for n in unknown])
    if "title" in facts and not str(facts["title"]).strip():
        raise Refused([Fault("no_title", _("Give the paper a title."), "title")])
    return dict(facts)


def _paper_for(
    *, by: User, project: Project, slug: str, filename: str, document: ParsedDocument, facts: Mapping[str, Any]
) -> Paper:
    """The known paper that this file is a version of, or a new one."""
    found = {**_facts_of(document.metadata), **_checked(facts)}
    known = _known_paper(project, slug, found)
    if known is not None:
        return known
    found["title"] = str(found.get("title") or _title_of(document, filename))[:500]
    paper = Paper(project=project, slug=_free_slug(project, slug or found["title"]), created_by=by, **found)
    refuse_invalid(paper)
    paper.save(force_insert=True)
    return paper


def _known_paper(project: Project, slug: str, found: Mapping[str, Any]) -> Paper | None:
    same = Q(pk__in=[])
    if slug:
        same |= Q(slug=slug)
    if found.get("doi"):
        same |= Q(doi__iexact=found["doi"])
    if found.get("arxiv_id"):
        same |= Q(arxiv_id=found["arxiv_id"])
    paper: Paper | None = Paper.objects.filter(same, project=project).first()
    return paper


def _facts_of(metadata: ParsedMetadata) -> dict[str, Any]:
    return {
        "title": metadata.title,
        "authors": [name[:200] for name in metadata.authors],
        "venue": metadata.venue[:300],
        "doi": metadata.doi[:200],
        "arxiv_id": metadata.arxiv_id[:40],
        "published": metadata.published,
        "licence": metadata.licence[:200],
        "redistributable": metadata.licence.upper().startswith(("CC0", "CC-BY", "CC BY")),
    }


def _title_of(document: ParsedDocument, filename: str) -> str:
    first_line = document.text.strip().partition("\n")[0]
    return first_line if 0 < len(first_line) <= 300 else filename


def _free_slug(project: Project, wish: str) -> str:
    stem = slugify(wish)[:60].strip("-") or "paper"
    taken = {*Paper.objects.filter(project=project, slug__startswith=stem).values_list("slug", flat=True), *ROUTES}
    return next(slug for number in count(1) if (slug := stem if number == 1 else f"{stem}-{number}") not in taken)


def _store_passages(version: SourceVersion, parsed: tuple[ParsedPassage, ...]) -> None:
    """Write passages generation by generation: a parent has its id before its children are written."""
    stored: dict[int, Passage] = {}
    waiting = list(enumerate(parsed))
    while waiting:
        ready = [(i, p) for i, p in waiting if p.parent is None or p.parent in stored]
        rows = Passage.objects.bulk_create(
            [
                Passage(
                    source_version=version,
                    position=index,
                    kind=passage.kind,
                    start=passage.start,
                    end=passage.end,
                    label=passage.label[:500],
                    level=passage.level,
                    parent=None if passage.parent is None else stored[passage.parent],
                )
                for index, passage in ready
            ],
            batch_size=2000,
        )
        stored.update((row.position, row) for row in rows)
        waiting = [(i, p) for i, p in waiting if i not in stored]
