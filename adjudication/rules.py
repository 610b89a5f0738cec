"""Where answers to one pair part, row by row, and how a gold answer is put together from them. No Django here.

A row is what an adjudicator decides at once: a field, an object of the predecessor (its fate and its links), or an
object of the successor (its origin and where it is imported from). Every part of a decision lies in exactly one row,
`lineage` aside, which follows from the dynamics: two answers differ if and only if at least one row does.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evaluator.compare import FIELDS, same
from evaluator.schema import AlignmentEdge, DiffAnswer, EcologyContext, Pointer

LETTERS = "abcdefghi"  # a unit wants nine labels at most
OWN, NEITHER = "own", "neither"
FIELD_ROWS = (
    "dynamics",
    "ecology",
    "predecessor_driver",
    "driver_continuity",
    "transition_driver",
    "transition_evidence",
)
FATE, ORIGIN = "fates", "origins"
UNDECIDED = DiffAnswer()


@dataclass(frozen=True, slots=True)
class Note:
    """Why labels differ, and what decides: of the whole, or of one row. Either part may be empty."""

    reason_code: str = ""
    rationale: str = ""

    def __bool__(self) -> bool:
        return bool(self.reason_code or self.rationale)


@dataclass(frozen=True, slots=True)
class Row:
    """`field` is one of FIELD_ROWS, or FATE or ORIGIN with the object's id."""

    field: str
    object: str = ""

    @property
    def key(self) -> str:
        """Its name in choices, and the place of its faults: "dynamics", "fates[yolo:M1]"."""
        return f"{self.field}[{self.object}]" if self.object else self.field


def differing_fields(decisions: Sequence[Mapping[str, Any]]) -> list[str]:
    """Names of the decision fields that not all decisions have in common, in the order of `evaluator.compare`."""
    first, others = decisions[:1], decisions[1:]
    return [
        field.name
        for field in FIELDS
        if any(not same(field.match, first[0][field.name], each[field.name], members=field.members) for each in others)
    ]


def all_rows(
    decisions: Iterable[Mapping[str, Any]], sources: Collection[str] = (), targets: Collection[str] = ()
) -> list[Row]:
    """Every row of these decisions. Objects come in the given order; ones that are not among the given follow."""
    fated, originated = set(sources), set(targets)
    for each in decisions:
        fated |= set(each["fates"]) | {source for source, _target in each["alignments"]}
        originated |= set(each["origins"])
    return [
        *(Row(field) for field in FIELD_ROWS),
        *(Row(FATE, key) for key in [*sources, *sorted(fated - set(sources))]),
        *(Row(ORIGIN, key) for key in [*targets, *sorted(originated - set(targets))]),
    ]


def value_of(decision: Mapping[str, Any], row: Row) -> Any:
    """What a decision says in a row, as JSON. A fate comes with its linked targets, an origin with its provenance."""
    if row.field == FATE:
        targets = [target for source, target in decision["alignments"] if source == row.object]
        return [decision["fates"].get(row.object), targets]
    if row.field == ORIGIN:
        return [decision["origins"].get(row.object), decision["provenance"].get(row.object)]
    return decision[row.field]


def in_dispute(decisions: Sequence[Mapping[str, Any]], rows: Iterable[Row]) -> list[Row]:
    """The rows that not all decisions have in common."""
    return [row for row in rows if any(value_of(each, row) != value_of(decisions[0], row) for each in decisions[1:])]


def undecided(rows: Iterable[Row], choices: Mapping[str, str], letters: Collection[str]) -> list[Row]:
    """The rows in dispute without a choice: a letter of the case, own or neither."""
    return [row for row in rows if choices.get(row.key) not in {*letters, OWN, NEITHER}]


def whole_note(whole: Note, own: Mapping[str, Note], names: Mapping[str, str]) -> Note:
    """What explains the whole: what was said of it, else what was said of every row in dispute.

    `names` are the rows in dispute, key to what people call them. A part stays empty while neither says it. Of reasons
    given row by row the one of most rows is that of the whole, the first of equals; their rationales stand together.
    """
    notes = [own.get(key, Note()) for key in names]
    codes = Counter(note.reason_code for note in notes)
    code = codes.most_common(1)[0][0] if notes and "" not in codes else ""
    told = [f"{name}: {note.rationale}" for name, note in zip(names.values(), notes, strict=True)]
    words = "\n".join(told) if notes and all(note.rationale for note in notes) else ""
    return Note(whole.reason_code or code, whole.rationale or words)


def kept_notes(whole: Note, own: Mapping[str, Note]) -> dict[str, Note]:
    """The rows that have words of their own; what one of them leaves open is said by the whole."""
    return {
        key: Note(note.reason_code or whole.reason_code, note.rationale or whole.rationale)
        for key, note in own.items()
        if note
    }


def is_made_of_rows(rationale: str, told: Iterable[str]) -> bool:
    """Whether the rationale of the whole is nothing but those of its rows, as `whole_note` puts them together.

    It then says which rows were in dispute. `told` are the rationales of rows.
    """
    said = "|".join(re.escape(each) for each in sorted(set(told), key=len, reverse=True) if each)
    return bool(said) and re.fullmatch(rf"(?:[^\n]+: (?:{said})(?:\n|\Z))+", rationale) is not None


def rejected_all(rows: Collection[Row], choices: Mapping[str, str]) -> bool:
    """Whether every row in dispute was answered with neither: then no answer of the pair stands."""
    return bool(rows) and all(choices.get(row.key) == NEITHER for row in rows)


def contradicted(
    rows: Iterable[Row],
    choices: Mapping[str, str],
    decisions: Mapping[str, Mapping[str, Any]],
    answer: Mapping[str, Any],
) -> list[Row]:
    """Rows in which the decision of a gold answer says something else than the label that was chosen for it.

    A row without a choice is taken to be one that all labels agree in.
    """
    agreed = next(iter(decisions))
    return [
        row
        for row in rows
        if (chosen := choices.get(row.key, agreed)) in decisions
        and value_of(decisions[chosen], row) != value_of(answer, row)
    ]


def row_key_of(place: str, answer: DiffAnswer) -> str:
    """The row in which a gap of an answer is mended: a link lies in its source's row, words with the dynamics."""
    name, _bracket, rest = place.partition("[")
    inside = rest.partition("]")[0]
    if name == "alignments" and inside.isdigit() and int(inside) < len(answer.alignments):
        return Row(FATE, answer.alignments[int(inside)].source).key
    if name == "provenance":
        return Row(ORIGIN, inside).key
    if name in (FATE, ORIGIN):
        return Row(name, inside).key
    return name if name in FIELD_ROWS else "dynamics"


def giver_of_words(answers: Mapping[str, DiffAnswer], choices: Mapping[str, str]) -> str:
    """Whose rationale, evidence and confidence a gold answer carries: a letter, or OWN.

    The side that gave the dynamics; where all agree on them, the side that most rows were taken from, the first of
    equals. An own answer to the dynamics has the adjudicator's own words.
    """
    chosen = choices.get("dynamics", "")
    if chosen in answers or chosen == OWN:
        return chosen
    taken = Counter(choice for choice in choices.values() if choice in answers)
    return max(answers, key=lambda letter: taken[letter])


def compose(
    answers: Mapping[str, DiffAnswer],
    decisions: Mapping[str, Mapping[str, Any]],
    choices: Mapping[str, str],
    own: DiffAnswer,
    rationale: str,
) -> DiffAnswer:
    """The gold answer: each row in dispute from the chosen side, the others as all have them. It may be unfinished.

    `answers` and `decisions` are by letter, `own` holds the adjudicator's own answers to the rows chosen so, also to
    rows that all agree in. A row that is undecided, or chosen as neither, leaves a gap. Links follow the fate of their
    source, provenance the origin.
    """
    speaker = giver_of_words(answers, choices)
    common = answers.get(speaker, next(iter(answers.values())))
    rows = all_rows(decisions.values())
    disputed = set(in_dispute(list(decisions.values()), rows))
    sides = {**answers, OWN: own}
    givers = {row: sides.get(choices.get(row.key, ""), UNDECIDED if row in disputed else common) for row in rows}
    fates = {row.object: giver for row, giver in givers.items() if row.field == FATE}
    origins = {row.object: giver for row, giver in givers.items() if row.field == ORIGIN}
    fields = {row.field: giver for row, giver in givers.items() if row.field in FIELD_ROWS}
    setting = _setting(fields["ecology"], common)
    return replace(
        _words(answers, speaker, own, rationale),
        fates={key: giver.fates[key] for key, giver in fates.items() if key in giver.fates},
        alignments=tuple(
            _with_words(edge, answers)
            for key, giver in fates.items()
            for edge in giver.alignments
            if edge.source == key
        ),
        origins={key: giver.origins[key] for key, giver in origins.items() if key in giver.origins},
        provenance={key: giver.provenance[key] for key, giver in origins.items() if key in giver.provenance},
        dynamics=fields["dynamics"].dynamics,
        dynamics_reason=own.dynamics_reason or fields["dynamics"].dynamics_reason,
        ecology=fields["ecology"].ecology,
        source_ecology=setting.source_ecology,
        target_ecology=setting.target_ecology,
        predecessor_driver=fields["predecessor_driver"].predecessor_driver,
        driver_continuity=fields["driver_continuity"].driver_continuity,
        transition_driver=fields["transition_driver"].transition_driver,
        transition_evidence=fields["transition_evidence"].transition_evidence,
    )


def _words(answers: Mapping[str, DiffAnswer], speaker: str, own: DiffAnswer, rationale: str) -> DiffAnswer:
    """An answer with the words alone: a side's, or the adjudicator's own over everybody's evidence."""
    if speaker in answers:
        side = answers[speaker]
        return DiffAnswer(rationale=side.rationale, evidence=side.evidence, confidence=side.confidence)
    evidence: dict[Pointer, None] = {pointer: None for side in answers.values() for pointer in side.evidence}
    return DiffAnswer(rationale=rationale, evidence=own.evidence or tuple(evidence), confidence=own.confidence)


def _with_words(edge: AlignmentEdge, answers: Mapping[str, DiffAnswer]) -> AlignmentEdge:
    """A link that the adjudicator made without saying why, with the words of a side that has the same link."""
    if edge.similarity:
        return edge
    made = (each for answer in answers.values() for each in answer.alignments)
    return next((each for each in made if (each.source, each.target) == (edge.source, edge.target)), edge)


def _setting(giver: DiffAnswer, common: DiffAnswer) -> DiffAnswer:
    """Who describes both papers' settings: who gave the ecology relation, or without any words, the rationale."""
    empty = EcologyContext()
    return giver if (giver.source_ecology, giver.target_ecology) != (empty, empty) else common


def wilson(share: float, n: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a share of n units (E. B. Wilson 1927), both ends from 0 to 1."""
    middle = share + z * z / (2 * n)
    reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, round((middle - reach) / scale, 12)), min(1.0, round((middle + reach) / scale, 12))
