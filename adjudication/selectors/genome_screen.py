"""How a person stands to a genome in dispute: may take it, has it in hand, may only look, or it is decided."""

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from adjudication.models import GenomeDraft, GenomeHold
from adjudication.permissions import can_adjudicate, can_reopen
from adjudication.selectors.case import Mode
from adjudication.selectors.genome_disputes import GenomeCase, genome_case, why_not
from annotation.models import User
from annotation.permissions import sees_names
from diffs.models import PaperPair
from genomes.models import SecondReading


@dataclass(frozen=True, slots=True)
class GenomeScreen:
    """Everything that the screen of a genome in dispute needs. `why_not` says why the person may not take it."""

    case: GenomeCase
    mode: Mode
    why_not: str
    hold: GenomeHold | None
    draft: GenomeDraft | None
    may_reopen: bool
    is_paired: bool
    sees_names: bool


def genome_screen(reading: SecondReading, user: User) -> GenomeScreen:
    """In a fixed number of queries."""
    case = genome_case(reading)
    part = why_not(user, reading)
    hold = GenomeHold.objects.held().filter(reading=reading).select_related("adjudicator").first()
    mode, words = _mode(case, hold, user, part)
    is_paired = not case.open and in_a_pair(reading)
    return GenomeScreen(
        case=case,
        mode=mode,
        why_not=words,
        hold=hold,
        draft=GenomeDraft.objects.visible_to(user).filter(reading=reading).first(),
        may_reopen=not part and not is_paired and can_reopen(user, reading.unit.project),
        is_paired=is_paired,
        sees_names=sees_names(user, reading.unit.project),
    )


def in_a_pair(reading: SecondReading) -> bool:
    """Whether labels rest on the objects of the genome, so that no decision about them changes any more."""
    genome = reading.genome_id
    return bool(PaperPair.objects.filter(Q(source=genome) | Q(target=genome)).exists())


def _mode(case: GenomeCase, hold: GenomeHold | None, user: User, part: str) -> tuple[Mode, str]:
    if not case.open:
        return Mode.DECIDED, ""
    if part == "author":
        return Mode.LOOK, _("You had a part in this genome, so a third person decides.")
    if part:
        return Mode.LOOK, _("You were its second reader, so a third person decides.")
    if hold is not None and hold.adjudicator_id == user.pk:
        return Mode.YOURS, ""
    if hold is not None:
        return Mode.LOOK, _("Another adjudicator has this genome in hand.")
    if not can_adjudicate(user, case.reading.unit.project):
        return Mode.LOOK, _("Adjudicators decide; you may look.")
    return Mode.OPEN, ""
