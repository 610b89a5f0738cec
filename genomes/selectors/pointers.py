"""The check that a pointer points where it says."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from annotation.fault_words import faults_of
from annotation.refusal import Fault, Refused
from evaluator.convert import from_json
from evaluator.faults import DataFaults
from evaluator.schema import Pointer
from genomes.anchoring import TextAnchor, make_anchor, range_faults
from genomes.models import Passage, SourceVersion
from genomes.wording import anchor_words


def anchor_faults(version: SourceVersion, *, start: int, end: int, quote: str, field: str) -> list[Fault]:
    """Everything that is wrong with a selection; each fault names the part of `field`."""
    faults = [
        Fault("bad_anchor", anchor_words(error), f"{field}.{error.field}")
        for error in range_faults(version.text, start, end)
    ]
    inside = 0 <= start < end <= len(version.text)
    found = version.text[start:end] if inside else None
    if not faults and found != quote:
        message = _("The text at %(start)s–%(end)s reads “%(found)s”, not “%(quote)s”. Select the place again.")
        words = {"start": start, "end": end, "found": _short(found or ""), "quote": _short(quote)}
        faults.append(Fault("quote_differs", message % words, f"{field}.quote"))
    elif found != quote and quote not in version.text:
        message = _("“%(quote)s” does not stand anywhere in the text.") % {"quote": _short(quote)}
        faults.append(Fault("quote_not_found", message, f"{field}.quote"))
    return faults


def anchored(
    version: SourceVersion, *, start: int, end: int, quote: str, field: str
) -> tuple[TextAnchor, Passage | None]:
    """The checked anchor of a selection and the innermost passage around it. Raises Refused with every fault."""
    faults = anchor_faults(version, start=start, end=end, quote=quote, field=field)
    if faults:
        raise Refused(faults)
    anchor = make_anchor(version.text, start, end, sha256=version.text_sha256)
    passage: Passage | None = (
        version.passages.filter(start__lte=start, end__gte=end).order_by("-start", "end", "-position").first()
    )
    return anchor, passage


def resolve_pointer(*, version: SourceVersion, data: Mapping[str, Any] | Pointer, field: str) -> Pointer:
    """A pointer as people hand it in, checked against the text and completed with context and hash.

    Raises Refused when it has the wrong shape, means another text or does not quote this one.
    """
    try:
        pointer = data if isinstance(data, Pointer) else from_json(Pointer, data, partial=True)
    except DataFaults as error:
        raise Refused([_below(field, fault) for fault in faults_of(error)]) from error
    faults = anchor_faults(version, start=pointer.start, end=pointer.end, quote=pointer.quote, field=field)
    if pointer.text_sha256 not in ("", version.text_sha256):
        message = _("The evidence belongs to another version of the text. Select the place in the current one.")
        faults.append(Fault("other_text", message, f"{field}.text_sha256"))
    if faults:
        raise Refused(faults)
    anchor = make_anchor(version.text, pointer.start, pointer.end, sha256=version.text_sha256)
    return Pointer(
        paper=version.paper.slug,
        start=anchor.start,
        end=anchor.end,
        quote=anchor.quote,
        prefix=anchor.prefix,
        suffix=anchor.suffix,
        text_sha256=anchor.text_sha256,
    )


def _below(field: str, fault: Fault) -> Fault:
    return Fault(fault.code, fault.message, f"{field}.{fault.field}" if fault.field else field)


def _short(text: str, length: int = 80) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
