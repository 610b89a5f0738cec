"""Pairs: two finished genomes, the predecessor published no later than the successor."""

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from annotation.models import Project, Unit, User
from annotation.refusal import Conflict, Fault, Refused
from annotation.services import create_unit
from diffs.models import PaperPair
from diffs.selectors import short_name
from diffs.services.suggestions import ask_for_suggestions
from genomes.models import Genome, Paper, SecondReading
from genomes.selectors import genome_gaps_of
from genomes.selectors.second_reading import typings_in_dispute


@transaction.atomic
def create_pair(*, by: User, project: Project, source: Genome, target: Genome) -> PaperPair:
    """Make a pair and its unit of work. Both genomes must be handed in, so a pair is ready as soon as it exists; where
    a second reader was asked for, they must be read and nothing in them may be in dispute.

    Raises Refused with everything that speaks against it (two dates the wrong way round are both named), and
    Conflict with the existing pair's id when there is one.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # two admins never make the same pair twice
    faults = [*genome_faults(project, source, "source"), *genome_faults(project, target, "target")]
    faults = faults or order_faults(source.paper, target.paper)
    if faults:
        raise Refused(faults)
    existing = PaperPair.objects.filter(source=source, target=target).first()
    if existing is not None:
        raise Conflict([Fault("pair_exists", _("This pair exists already."))], current={"id": existing.pk})
    title = f"{short_name(source.paper)} → {short_name(target.paper)}"
    unit = create_unit(project=project, kind=Unit.Kind.PAIR, title=title, domain=target.paper.domain)
    pair: PaperPair = PaperPair.objects.create(project=project, source=source, target=target, unit=unit, created_by=by)
    ask_for_suggestions(pair)
    return pair


def genome_faults(project: Project, genome: Genome, field: str) -> list[Fault]:
    """What keeps a genome from being part of a pair."""
    paper = genome.paper
    name = {"paper": short_name(paper)}
    if paper.project_id != project.pk:
        return [Fault("other_project", _("The paper “%(paper)s” is not in this project.") % name, field)]
    faults = []
    if genome.handed_in_at is None:
        message = _("The genome of %(paper)s is not handed in yet. Its author hands it in first; then pair it.") % name
        faults.append(Fault("genome_not_handed_in", message, field))
    faults += _reading_faults(genome, name, field)
    if paper.published is None:
        message = _("%(paper)s has no date of publication. Set it on the paper's page; then pair it.") % name
        faults.append(Fault("no_date", message, field))
    return faults


def _reading_faults(genome: Genome, name: dict[str, str], field: str) -> list[Fault]:
    """What keeps a genome that is or was given to a second reader from being paired."""
    reading = SecondReading.objects.filter(genome=genome).first()
    if reading is None:
        return []
    if reading.is_open:
        message = _(
            "The genome of %(paper)s waits for its second reader. Another annotator takes the reading from My work; an"
            " admin can go on without one on the page of the reading."
        )
        return [Fault("waits_for_reader", message % name, field)]
    if typings_in_dispute(reading):
        message = _("Objects of %(paper)s are typed differently by its two readers. An adjudicator decides them first.")
        return [Fault("genome_disputed", message % name, field)]
    return [
        Fault(
            gap.code, _("After its review, %(paper)s lacks something: %(what)s") % {**name, "what": gap.message}, field
        )
        for gap in genome_gaps_of(genome)
    ]


def order_faults(source: Paper, target: Paper) -> list[Fault]:
    """What keeps one paper from being the predecessor of the other."""
    if source.pk == target.pk:
        return [Fault("same_paper", _("A pair needs two different papers. Choose another one."), "target")]
    if source.published and target.published and source.published > target.published:
        words = {
            "source": short_name(source),
            "source_date": date_format(source.published),
            "target": short_name(target),
            "target_date": date_format(target.published),
        }
        message = _(
            "The predecessor %(source)s (%(source_date)s) is published later than the successor %(target)s"
            " (%(target_date)s). Swap the two, or correct a date on its paper's page."
        )
        return [Fault("source_is_later", message % words, "source")]
    return []
