"""One case as its screen shows it: the labels side by side, row by row, with what stands and what is chosen."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import F
from django.utils.translation import gettext as _

from adjudication.models import Case, CaseDraft, Resolution
from adjudication.permissions import can_adjudicate, is_third_person
from adjudication.selectors.composition import rows_of
from adjudication.selectors.disputes import distinct_answers
from adjudication.selectors.evidence import CitedPaper, cited_papers
from adjudication.selectors.flags import Flag, flags_of
from adjudication.selectors.history import Event, events_of
from adjudication.selectors.labels import Side, sides_of_case
from adjudication.selectors.objects import Thing, things_of
from adjudication.selectors.rows import RowView, row_view
from annotation.models import Project, User
from annotation.permissions import voice_in
from annotation.wording import label
from diffs.models import PaperPair
from diffs.querysets import PairQuerySet
from diffs.rules import derive, facts_of
from diffs.selectors import Sides, sides_of
from diffs.wording import derivation_words
from evaluator.vocabulary import Dynamics


class Mode(StrEnum):
    """How a person stands to a case: may take it, has it in hand, may only look, or it is decided."""

    OPEN = "open"
    YOURS = "yours"
    LOOK = "look"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the boundary rules as an answer meets them; `parts` where the answers differ."""

    rule: int
    name: str
    text: str
    parts: bool


@dataclass(frozen=True, slots=True)
class SideView:
    """A label with what its record derives. `why` is the rule that fired, and on what."""

    side: Side
    steps: list[Step]
    derived: str
    differs: bool
    why: str

    @property
    def letter(self) -> str:
        return self.side.letter

    @property
    def dynamics(self) -> str:
        return str(label(Dynamics(self.side.diff.dynamics)))


@dataclass(frozen=True, slots=True)
class CaseScreen:
    pair: PaperPair
    case: Case | None
    mode: Mode
    why_not: str
    sides: list[SideView]
    disputed: list[RowView]
    agreed: list[RowView]
    papers: list[CitedPaper]
    things: dict[str, Thing]
    history: list[Resolution]
    events: list[Event]
    flags: dict[str, Flag]
    may_flag: bool
    draft: CaseDraft | None

    @property
    def complete_since(self) -> datetime:
        """When the last label came."""
        return max(view.side.diff.submitted_at for view in self.sides)

    @property
    def standing(self) -> Resolution | None:
        return self.history[0] if self.history and self.history[0].outcome != Resolution.Outcome.REOPENED else None


def cases_for(project: Project, user: User) -> PairQuerySet:
    """Pairs that are or were in dispute and whose labels the person may see; strangers to one get 404."""
    pairs: PairQuerySet = (
        PaperPair.objects.filter(project=project, unit__labels_done__gte=F("unit__overlap"))
        .annotate(distinct_answers=distinct_answers())
        .told_apart(user)
        .filter(distinct_answers__gt=1, labels_shown=True)
        .with_papers()
    )
    return pairs


def case_screen(pair: PaperPair, user: User) -> CaseScreen:
    """Everything that the screen of a case needs, in a fixed number of queries."""
    case = Case.objects.filter(pair=pair).select_related("adjudicator").first()
    history = list(Resolution.objects.filter(pair=pair).select_related("adjudicator").order_by("-number"))
    for each in history:
        each.pair = pair  # with its papers at hand
    sides = sides_of_case(pair)
    ideas = sides_of(pair)
    things = things_of(pair)
    rows = rows_of(sides, ideas)
    stands = bool(history) and history[0].outcome != Resolution.Outcome.REOPENED
    gold = history[0].decision if stands else None
    views = [row_view(row, sides, ideas, things, gold) for row in rows.all]
    mode, why_not = _mode(pair, case, user, stands)
    return CaseScreen(
        pair=pair,
        case=case,
        mode=mode,
        why_not=why_not,
        sides=_side_views(sides, ideas),
        disputed=[view for view in views if view.row in rows.disputed],
        agreed=[view for view in views if view.row not in rows.disputed],
        papers=cited_papers(pair, sides),
        things=things,
        history=history,
        events=events_of(pair.project, user, history, {view.key: view.name for view in views}),
        flags=flags_of(pair, user),
        may_flag=mode is Mode.YOURS and voice_in(user, pair.unit).may_ask,
        draft=CaseDraft.objects.visible_to(user).filter(case__pair=pair).first(),
    )


def _mode(pair: PaperPair, case: Case | None, user: User, stands: bool) -> tuple[Mode, str]:
    """How the person stands to the case, and in words why they may not take it."""
    if stands:
        return Mode.DECIDED, ""
    if case is not None and case.is_held and case.adjudicator_id == user.pk:
        return Mode.YOURS, ""
    if case is not None and case.is_held:
        return Mode.LOOK, _("Another adjudicator has this case in hand.")
    if not can_adjudicate(user, pair.project):
        return Mode.LOOK, _("Adjudicators decide; you may look.")
    if not is_third_person(user, pair):
        return Mode.LOOK, _("You have a part in the labels of this pair, so a third person decides it.")
    return Mode.OPEN, ""


def _side_views(sides: Sequence[Side], ideas: Sides) -> list[SideView]:
    lines = [_steps(side, ideas) for side in sides]
    parts = [len({texts[number][2] for texts in lines}) > 1 for number in range(4)]
    return [
        SideView(
            side=side,
            steps=[Step(*line, parts=differs) for line, differs in zip(texts, parts, strict=True)],
            derived=str(label(Dynamics(side.diff.derived_dynamics))),
            differs=side.diff.derived_dynamics != side.diff.dynamics,
            why=_why(side, ideas),
        )
        for side, texts in zip(sides, lines, strict=True)
    ]


def _why(side: Side, ideas: Sides) -> str:
    facts = facts_of(side.answer, ideas.source, ideas.target)
    return "" if facts is None else derivation_words(derive(facts), facts)


def _steps(side: Side, ideas: Sides) -> list[tuple[int, str, str]]:
    """What the boundary rules look at, in their order: lineages, driver, ecology, evidence of a transition."""
    facts = facts_of(side.answer, ideas.source, ideas.target)
    if facts is None:  # a submission has both; only a changed contract would lack them
        return [(number, "", "") for number in (1, 2, 3, 3)]
    handle = (side.answer.predecessor_driver or "").partition(":")[2]
    shown = len(side.answer.transition_evidence)
    return [
        (1, _("lineages"), str(facts.driver_lineages)),
        (2, _("driver"), f"{handle} {label(facts.continuity)}"),
        (3, _("ecology"), str(label(facts.ecology))),
        (3, _("transition"), _("shown, %(count)d place(s)") % {"count": shown} if shown else _("none recorded")),
    ]
