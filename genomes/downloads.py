"""Genomes as files to download: one, or all that a person may see, written while they are sent."""

import io
import zipfile
from collections.abc import Iterable, Iterator

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from annotation.models import Project, User
from annotation.refusal import refused
from genomes.interchange import FORMATS, Format, zipped
from genomes.interchange.model import AnnotatedText
from genomes.models import Genome
from genomes.selectors import annotated_text, annotated_texts, document_name

LEFT_OUT = "LEFT-OUT.txt"


def format_named(name: str) -> Format:
    """The format of this name, or Http404."""
    if name not in FORMATS:
        raise Http404
    return FORMATS[name]


def genome_download(person: User, genome: Genome, form: Format, *, with_candidates: bool) -> HttpResponseBase:
    """One genome: a file, or a zip where a format needs several. Raises Refused where the text may not leave."""
    text = annotated_text(person, genome, with_candidates)
    if text is None:
        raise Http404
    if text.text is None and form.needs_text:
        raise refused("text_withheld", _withheld_words(form))
    files = form.dump(text)
    if len(files) == 1:
        ((name, data),) = files.items()
        return _attachment(HttpResponse(data, content_type=form.media_type), name)
    name = f"{document_name(genome)}-{form.name}.zip"
    return _attachment(HttpResponse(zipped(files), content_type="application/zip"), name)


def project_download(person: User, project: Project, form: Format, *, with_candidates: bool) -> HttpResponseBase:
    """Every genome that the person may see. One file where the format allows it, else a zip; never all in memory."""
    texts = annotated_texts(person, project, with_candidates)
    if form.can_join:
        parts = (data for text in texts for data in form.dump(text).values())
        streamed = StreamingHttpResponse(parts, content_type=form.media_type)
        return _attachment(streamed, f"{project.slug}{form.suffix}")
    streamed = StreamingHttpResponse(_zip_parts(texts, form), content_type="application/zip")
    return _attachment(streamed, f"{project.slug}-{form.name}.zip")


def _withheld_words(form: Format) -> str:
    return _(
        "The text of this paper may not be redistributed, and %(format)s holds the text itself. Export it as JSONL or"
        " W3C Web Annotation, which then hold positions and hashes alone."
    ) % {"format": form.title}


def _attachment(response: HttpResponseBase, name: str) -> HttpResponseBase:
    response["Content-Disposition"] = str(content_disposition_header(as_attachment=True, filename=name))
    return response


class _Pipe(io.RawIOBase):
    """What the archive writes, until it is taken."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # bytes are all that zipfile writes
        self.parts.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        data, self.parts = b"".join(self.parts), []
        return data


def _zip_parts(texts: Iterable[AnnotatedText], form: Format) -> Iterator[bytes]:
    """An archive piece by piece, each text dropped once it is written; LEFT-OUT.txt names what may not leave."""
    pipe, left_out = _Pipe(), []
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for text in texts:
            if text.text is None and form.needs_text:
                left_out.append(text.document)
                continue
            for name, data in form.dump(text).items():
                archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
            yield pipe.taken()
        if left_out:
            words = "\n".join([_withheld_words(form), "", *left_out, ""])
            archive.writestr(zipfile.ZipInfo(LEFT_OUT), words.encode(), zipfile.ZIP_DEFLATED)
    yield pipe.taken()
