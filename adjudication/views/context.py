"""What the templates of a case are given."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from adjudication.forms import CHOICE, FLAG, NOTE, CaseInput, Values, first, read_case, values_of
from adjudication.rules import NEITHER, OWN, Note, whole_note
from adjudication.selectors import CaseScreen, Composition, Mode, RowView, Side, compose, pointer_to
from adjudication.selectors.flags import Flag
from adjudication.views.controls import Control, Offer, controls_of, reason_control
from adjudication.wording import REASON_WORDS
from annotation.refusal import Fault, Refused
from annotation.wording import label
from diffs.models import PaperPair
from diffs.selectors import read_answer, short_name
from diffs.wording import derivation_words
from genomes.models import Paper

# What is pressed for a reason, beside the keys of the rows.
REASON_KEYS = {"ambiguous_text": "a", "guideline_gap": "g", "annotator_error": "e", "rule_misread": "m", "other": "x"}


@dataclass(frozen=True, slots=True)
class Pick:
    """One choice of a row: a label, own or neither. `key` is pressed for it."""

    value: str
    key: str
    chosen: bool
    said: Any = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A row with its choices and the controls of an own answer."""

    view: RowView
    picks: list[Pick]
    controls: list[Control]
    name: str
    is_own: bool
    faults: list[Fault]
    note: Note
    flag: Flag | None
    flag_words: str

    @property
    def note_name(self) -> str:
        return f"{NOTE}{self.view.key}"

    @property
    def flag_name(self) -> str:
        return f"{FLAG}{self.view.key}"


def case_context(screen: CaseScreen, values: Values, faults: list[Fault] | None = None) -> dict[str, Any]:
    """The case itself. `values` is what its form holds, `faults` why it was refused."""
    pair = screen.pair
    offer = Offer(
        screen.things, _library(pair), [(g.paper.slug, short_name(g.paper)) for g in (pair.source, pair.target)]
    )
    refused = faults or []
    given = read_case(values)
    return {
        "project": pair.project,
        "pair": pair,
        "title": f"{short_name(pair.source.paper)} → {short_name(pair.target.paper)}",
        "screen": screen,
        "editing": screen.mode is Mode.YOURS,
        "letters": [side.letter for side in screen.sides],
        "decisions": [_decision(screen, view, offer, values, refused) for view in screen.disputed],
        "agreed": [_decision(screen, view, offer, values, refused) for view in screen.agreed],
        "reason": reason_control(values),
        "given": given,
        "reasons": REASON_WORDS,
        "reason_keys": reason_keys(),
        "outcomes": OUTCOMES,
        "faults": refused,
        "standing": screen.standing,
    }


def reason_keys() -> list[tuple[str, Any, str]]:
    """Each reason with its words and its key, the same on both kinds of cases."""
    return [(code, words, REASON_KEYS[code]) for code, words in REASON_WORDS]


OUTCOMES = [
    ("resolved", _("Gold answer")),
    ("neither", _("Neither stands, no gold")),
    ("excluded", _("Exclude as ambiguous")),
]


def initial_values(screen: CaseScreen) -> Values:
    """What the form shows first: the person's draft, or, of a decided case, what was decided."""
    standing = screen.standing
    if standing is not None:
        chosen = {f"{CHOICE}{key}": [choice] for key, choice in standing.choices.items()}
        notes = {
            f"{NOTE}{key}.{part}": [said] for key, note in standing.row_notes.items() for part, said in note.items()
        }
        return {
            **chosen,
            **notes,
            "outcome": [standing.outcome],
            "reason_code": [standing.reason_code],
            "rationale": [standing.rationale],
        }
    return values_of(screen.draft.payload) if screen.draft is not None else {}


def composition_of(pair: PaperPair, sides: list[Side], given: CaseInput) -> Composition:
    """The gold answer that the form amounts to. Raises Refused when an own answer has the wrong shape."""
    own: dict[str, Any] = dict(given.own)
    answer = read_answer(own)
    if given.quote is not None:
        answer = replace(answer, transition_evidence=(pointer_to(pair, *given.quote, "transition_evidence"),))
    return compose(pair, sides, given.choices, answer, given.rationale)


def missing_context(screen: CaseScreen, given: CaseInput) -> dict[str, Any]:
    """What the case still lacks, each with the place to mend it, and what the choices derive so far."""
    faults, rule, derived = _pending(screen, given)
    notes = {key: Note(**note) for key, note in given.row_notes.items()}
    whole = whole_note(
        Note(given.reason_code, given.rationale), notes, {view.key: view.name for view in screen.disputed}
    )
    if not whole.reason_code:
        faults.append(Fault("no_reason", _("why the labels differ"), "reason_code"))
    if not whole.rationale:
        faults.append(Fault("no_rationale", _("the rationale"), "rationale"))
    places = anchors(screen)
    return {"pending": [(fault, places.get(fault.field, "rows")) for fault in faults], "derived": derived, "rule": rule}


def _pending(screen: CaseScreen, given: CaseInput) -> tuple[list[Fault], str, str]:
    """What is missing, and which rule fires so far, for which dynamics."""
    rejected = screen.disputed and all(given.choices.get(view.key) == NEITHER for view in screen.disputed)
    if given.outcome in ("neither", "excluded") or rejected:
        return [], "", ""
    try:
        made = composition_of(screen.pair, [view.side for view in screen.sides], given)
    except Refused as refusal:
        return list(refusal.faults), "", ""
    checked = made.checked
    if checked.facts is None or checked.derivation is None:
        return made.faults, "", ""
    return made.faults, derivation_words(checked.derivation, checked.facts), str(label(checked.derivation.dynamics))


def typed_words(screen: CaseScreen, values: Values) -> list[tuple[str, str]]:
    """What somebody wrote in the form, each with the place it was written for: for who cannot send it any more."""
    rows = {f"{NOTE}{view.key}.rationale": view.name for view in [*screen.disputed, *screen.agreed]}
    places = {"rationale": _("Rationale"), **rows}
    return [(str(words), first(values, name)) for name, words in places.items() if first(values, name).strip()]


def anchors(screen: CaseScreen) -> Mapping[str, str]:
    """Place of a fault → id on the page."""
    rows = {view.key: view.anchor for view in [*screen.disputed, *screen.agreed]}
    return {**rows, "reason_code": "reason", "rationale": "rationale", "outcome": "outcome"}


def _decision(screen: CaseScreen, view: RowView, offer: Offer, values: Values, faults: list[Fault]) -> Decision:
    name, note = f"{CHOICE}{view.key}", f"{NOTE}{view.key}"
    chosen = first(values, name)
    return Decision(
        view=view,
        picks=_picks(view, chosen),
        controls=controls_of(view, offer, values),
        name=name,
        is_own=chosen == OWN,
        faults=[fault for fault in faults if fault.field == view.key],
        note=Note(first(values, f"{note}.reason_code"), first(values, f"{note}.rationale")),
        flag=screen.flags.get(view.key),
        flag_words=first(values, f"{FLAG}{view.key}"),
    )


def _picks(view: RowView, chosen: str) -> list[Pick]:
    """The labels under 1, 2, …, then own and neither. Only beside two labels is 3 free for an own answer."""
    labels = [
        Pick(cell.letter, str(number), chosen == cell.letter, cell.said)
        for number, cell in enumerate(view.cells, start=1)
    ]
    own = "3 o" if len(labels) == 2 else "o"
    return [*labels, Pick(OWN, own, chosen == OWN), Pick(NEITHER, "0", chosen == NEITHER)]


def _library(pair: PaperPair) -> list[tuple[str, str]]:
    """Papers that an object may come from: all with a text but the two of the pair."""
    two = [pair.source.paper.pk, pair.target.paper.pk]
    papers = Paper.objects.filter(project=pair.project_id).with_text().exclude(pk__in=two)
    return [(paper.slug, short_name(paper)) for paper in papers.only("slug", "aliases").order_by("slug")]
