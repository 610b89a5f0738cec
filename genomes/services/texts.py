"""Write one source version with its passages and references."""

from django.db.models import Max

from annotation.models import User
from genomes.ingest.document import Note, ParsedDocument, ParsedPassage, ParsedReference
from genomes.licences import licence_name
from genomes.models import Paper, Passage, Reference, SourceVersion
from genomes.works import plain_doi, split_arxiv, title_key


def store_text(
    *, by: User, paper: Paper, format: str, filename: str, sha256: tuple[str, str], document: ParsedDocument
) -> SourceVersion:
    """Write a document as the next source version of a paper; `sha256` are those of the file and of the text.

    The references that an earlier text of the same format brought are replaced.
    """
    version = SourceVersion.objects.create(
        paper=paper,
        number=(paper.versions.aggregate(last=Max("number"))["last"] or 0) + 1,
        format=format,
        filename=filename[:300],
        file_sha256=sha256[0],
        text_sha256=sha256[1],
        text=document.text,
        published=document.metadata.published,
        licence=licence_name(document.metadata.licence)[:200],
        language=document.metadata.language[:20],
        page_starts=list(document.page_starts),
        notes=[note_as_json(note) for note in document.notes],
        imported_by=by,
    )
    _store_passages(version, document.passages)
    if document.references:
        Reference.objects.filter(paper=paper, origin=format).delete()
        Reference.objects.bulk_create(
            [
                reference_row(paper, format, place, each, version=version)
                for place, each in enumerate(document.references)
            ],
            batch_size=500,
        )
    return version


def note_as_json(note: Note) -> dict[str, object]:
    """A note as it is kept: translated where it is shown."""
    return {"template": note.template, "params": note.params}


def reference_row(
    paper: Paper, origin: str, position: int, parsed: ParsedReference, *, version: SourceVersion | None = None
) -> Reference:
    """An entry of a paper's reference list, cut to what the database holds; not written yet."""
    arxiv_id = split_arxiv(parsed.arxiv_id)[0] or parsed.arxiv_id
    return Reference(
        paper=paper,
        source_version=version,
        position=position,
        origin=origin,
        raw=parsed.raw,
        title=parsed.title[:1000],
        title_key=title_key(parsed.title),
        first_author=parsed.first_author[:200],
        year=parsed.year if parsed.year is not None and 0 < parsed.year < 10_000 else None,
        doi=plain_doi(parsed.doi)[:200],
        arxiv_id=arxiv_id[:40],
        other_ids=parsed.other_ids,
    )


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
