"""What the genome contract finds, in the reader's words: one translatable sentence for each code."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from genomes.anchoring import AnchorError
from genomes.extraction import Fault, StopCode
from genomes.rules import Flag, FlagCode, Gap, GapCode, Reason, ReasonCode

if TYPE_CHECKING:
    from genomes.models import ExtractionPass

REASONS: dict[ReasonCode, Any] = {
    ReasonCode.NO_TYPE: _("Choose a type."),
    ReasonCode.UNKNOWN_TYPE: _("“%(type)s” is no type of idea object."),
    ReasonCode.UNKNOWN_ROLE: _("“%(role)s” is no contribution role."),
    ReasonCode.EMPTY_CONTENT: _("Say in a sentence what the idea is."),
    ReasonCode.NO_EVIDENCE: _("Select the place in the text that the object rests on."),
    ReasonCode.UNRESOLVED_EVIDENCE: _("None of its evidence is found in the text. Select the place again."),
    ReasonCode.NOT_LINEAGE_RELEVANT: _("It is kept as metadata of the paper, since it does not matter to the lineage."),
}

# What the flag says, then what to do about it.
FLAGS: dict[FlagCode, tuple[Any, Any]] = {
    FlagCode.OVERLAP: (
        _("Shares evidence with %(other)s."),
        _("Are they one idea? Merge them. If not, give each its own words."),
    ),
    FlagCode.TOO_LARGE: (
        _("Too large."),
        _("Can a part of it be lost alone? Then split it."),
    ),
    FlagCode.NOT_SELF_CONTAINED: (
        _("Does not stand alone."),
        _("Name the thing instead of “it” or “the method”."),
    ),
    FlagCode.BUNDLED_MECHANISMS: (
        _("May bundle two mechanisms."),
        _("If one could be lost without the other, split it."),
    ),
    FlagCode.DELTA_WITHOUT_REPAIRS: (
        _("Repairs nothing yet."),
        _("Edit it and choose the limitation that it answers."),
    ),
    FlagCode.UNCONFIRMED_ANCHOR: (
        _("Its evidence was moved to this version of the text by likeness."),
        _("Look whether the place is right, and confirm it or select another."),
    ),
}

# For lists and filters.
FLAG_NAMES: dict[str, Any] = {
    FlagCode.OVERLAP: _("shared evidence"),
    FlagCode.TOO_LARGE: _("too large"),
    FlagCode.NOT_SELF_CONTAINED: _("not self-contained"),
    FlagCode.BUNDLED_MECHANISMS: _("two mechanisms"),
    FlagCode.DELTA_WITHOUT_REPAIRS: _("repairs nothing"),
    FlagCode.UNCONFIRMED_ANCHOR: _("place to confirm"),
}

GAPS: dict[GapCode, Any] = {
    GapCode.NO_OBJECTS: _("The genome has no object yet. Select some text and press a type's key."),
    GapCode.OPEN_CANDIDATES: _("%(count)s candidates are undecided. Accept, edit or reject each."),
    GapCode.INVALID_OBJECT: _("%(key)s is not complete: %(reasons)s"),
    GapCode.NO_NICHE: _("No niche yet: which task or need does the paper serve?"),
    GapCode.NO_MECHANISM: _("No mechanism yet: how does the paper do what it does?"),
    GapCode.NO_DRIVER: _("No driver yet: give the role “driver” to the object that carries the lineage."),
}

# Why a pass ended before its last part, and what to do about it.
STOPS: dict[StopCode, Any] = {
    StopCode.BUDGET: _("The budget of %(token_budget)s tokens is used up. What it proposed until then is kept."),
    StopCode.TIMEOUT: _("The language model did not answer in time. Start the pass again later."),
    StopCode.UNREACHABLE: _("The language model is not there. Whoever runs this site looks at EXTRACTION_BASE_URL."),
    StopCode.BUSY: _("The language model was too busy, several times in a row. Start the pass again later."),
    StopCode.REFUSED: _("The language model refused what was asked. Its reply says why; admins can read it."),
    StopCode.STRANGE: _(
        "The answer is not that of an OpenAI-compatible endpoint. Whoever runs this site looks at EXTRACTION_BASE_URL."
    ),
    StopCode.NOTHING_USABLE: _("Not one of its replies could be read. Another model may do better."),
    StopCode.HANDED_IN: _("The genome was handed in meanwhile."),
    StopCode.NOT_ALLOWED: _("The text may not be sent any more."),
    StopCode.UNEXPECTED: _("A fault of this program. Whoever runs this site finds it in the log."),
}

# Why one reply could not be used.
REPLY_FAULTS: dict[Fault, Any] = {
    Fault.TIMEOUT: _("no answer in time"),
    Fault.UNREACHABLE: _("nobody there"),
    Fault.BUSY: _("busy"),
    Fault.REFUSED: _("refused"),
    Fault.STRANGE: _("not an OpenAI-compatible answer"),
    Fault.BAD_JSON: _("not JSON of the shape that was asked for"),
}

# The field of the genome that a gap asks for, for programs.
GAP_FIELDS = {
    GapCode.NO_NICHE: "type",
    GapCode.NO_MECHANISM: "type",
    GapCode.NO_DRIVER: "contribution_role",
}


def words_of(template: str, params: Mapping[str, Any]) -> str:
    """A sentence of a reader of files in the language of the moment; names of kinds in it are translated too."""
    words = {name: gettext(value) if isinstance(value, str) and value else value for name, value in params.items()}
    return gettext(template) % words if words else gettext(template)


def anchor_words(error: AnchorError) -> str:
    """Why an anchor does not hold."""
    return gettext(error.template) % error.params if error.params else gettext(error.template)


def reason_words(reason: Reason) -> str:
    """Why an object does not count."""
    return str(REASONS[reason.code]) % reason.params


def flag_words(flag: Flag) -> tuple[str, str]:
    """What a flag says, and what to do about it."""
    says, advice = FLAGS[flag.code]
    if "length" in flag.params:
        says = _("Its content has %(length)s characters, more than the %(limit)s of this project.")
    elif "places" in flag.params:
        says = _("Its evidence lies in %(places)s distant places.")
    return str(says) % flag.params, str(advice)


def gap_words(gap: Gap) -> str:
    """What a genome lacks before it can be handed in."""
    words = {"key": gap.key, "reasons": " ".join(reason_words(reason) for reason in gap.reasons), **gap.params}
    return str(GAPS[gap.code]) % words


def stop_words(extraction: "ExtractionPass") -> str:
    """Why a pass ended early; empty when it did not."""
    if not extraction.reason:
        return ""
    words = str(STOPS[StopCode(extraction.reason)]) % {"token_budget": extraction.token_budget}
    status = extraction.reason_params.get("status")
    return f"{words} (HTTP {status})" if status else words


def fault_words(fault: str) -> str:
    """Why a reply could not be used: the code that is stored, in words, and what stands behind it."""
    code, colon, detail = fault.partition(": ")
    return f"{REPLY_FAULTS[Fault(code)]}{colon}{detail}" if code else ""
