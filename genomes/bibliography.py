"""The papers of a project as a bibliography to download; pages and API send the same bytes."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from django.http import StreamingHttpResponse

from annotation.models import Project, User
from genomes.metadata import Record
from genomes.metadata.write import bibtex_parts, csl_parts
from genomes.selectors import records_of


class _Format(NamedTuple):
    media_type: str
    parts: Callable[[Iterable[Record]], Iterator[str]]


FORMATS = {
    "bib": _Format("application/x-bibtex", bibtex_parts),
    "json": _Format("application/vnd.citationstyles.csl+json", csl_parts),
}


def bibliography(person: User, project: Project, ending: str) -> StreamingHttpResponse:
    """Every paper of the project that the person may see, written while it is sent. `ending` is one of FORMATS."""
    form = FORMATS[ending]
    parts = form.parts(records_of(person, project))
    response = StreamingHttpResponse(parts, content_type=f"{form.media_type}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{project.slug}.{ending}"'
    return response
