"""The difference between two releases as a file, streamed: the same for pages and API."""

from collections.abc import Iterator

from django.http import Http404, StreamingHttpResponse

from evaluator.canonical import canonical_bytes
from releases.models import Release
from releases.selectors.comparison import differing

KINDS = {"jsonl": "application/x-ndjson", "json": "application/json"}


def difference_response(before: Release, after: Release, kind: str) -> StreamingHttpResponse:
    """One record a line, or one JSON object with both versions and all changes. Raises Http404 for another kind."""
    if kind not in KINDS:
        raise Http404
    lines = _lines(before, after)
    name = f"{before.project.slug}-{before.version}-to-{after.version}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    parts = (line + b"\n" for line in lines) if kind == "jsonl" else _whole(before, after, lines)
    return StreamingHttpResponse(parts, content_type=KINDS[kind], headers=headers)


def _lines(before: Release, after: Release) -> Iterator[bytes]:
    return (canonical_bytes(row.as_json()) for row in differing(before, after))


def _whole(before: Release, after: Release, lines: Iterator[bytes]) -> Iterator[bytes]:
    """As canonical JSON: the keys in order, without blanks."""
    yield b'{"after":' + canonical_bytes(after.version) + b',"before":' + canonical_bytes(before.version)
    yield b',"changes":['
    for number, line in enumerate(lines):
        yield b"," * (number > 0) + line
    yield b"]}\n"
