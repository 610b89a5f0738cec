"""Who has a genome in hand: it is written by the person who holds its unit, until it is handed in."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import User
from annotation.refusal import Refused, refused
from annotation.services import finish_unit, renew_lease
from genomes.models import Genome
from genomes.selectors import genome_gaps_of
from genomes.services.readings import ask_for_reading


def genome_in_hand(*, by: User, genome: Genome) -> Genome:
    """The genome under lock, its lease renewed and `by` its author. Call inside a transaction.

    A person who takes over a lapsed genome goes on with the objects that are there; the history says who made which.
    Raises Refused when it is handed in, or when the person does not hold its unit.
    """
    genome = (
        Genome.objects.select_for_update(of=("self",))
        .select_related("source_version__paper__project", "unit")
        .get(pk=genome.pk)
    )
    if genome.handed_in_at is not None:
        raise refused("handed_in", _("This genome is handed in; it can no longer be changed."))
    renew_lease(person=by, unit=genome.unit)
    if genome.author_id != by.pk:
        genome.author = by
    genome.revision += 1
    genome.save(update_fields=["author", "revision"])
    return genome


@transaction.atomic
def hand_in_genome(*, by: User, genome: Genome) -> Genome:
    """Declare a genome complete: from now on it is fixed, visible to the project and can be paired.

    Where the project wants a second reader, both come only after the reading, which is asked for here. Handed in
    twice, also at once, it is handed in once, and both callers get it. Raises Refused with everything that is still
    missing.
    """
    standing: Genome = (
        Genome.objects.select_for_update(of=("self",)).select_related("source_version__paper").get(pk=genome.pk)
    )
    if standing.handed_in_at is not None and standing.author_id == by.pk:
        return standing
    genome = genome_in_hand(by=by, genome=genome)
    gaps = genome_gaps_of(genome)
    if gaps:
        raise Refused(gaps)
    genome.handed_in_at = timezone.now()
    genome.save(update_fields=["handed_in_at"])
    finish_unit(person=by, unit=genome.unit)
    ask_for_reading(genome=genome)
    return genome
