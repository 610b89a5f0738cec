"""Who is measured on which unit whose answer is known, and when. What the answers are lies in the app above.

A person reads nothing here about unannounced measurements: pages ask only for what comes next.
"""

from django.db.models import Case, OuterRef, Q, Subquery, Value, When
from django.utils import timezone
from django.utils.crypto import salted_hmac

from annotation.models import Assignment, Membership, Project, Role, Unit
from annotation.querysets import AssignmentQuerySet, UnitQuerySet
from annotation.rules import is_check_due, open_for_change

CHECK, LABEL = Assignment.Purpose.CHECK, Assignment.Purpose.LABEL
TO_QUALIFY, UNANNOUNCED = ("qualify", "both"), ("check", "both")  # what a known answer is used for
OVERSEERS = (Role.ADMIN, Role.ADJUDICATOR)


def draw(*about: int) -> int:
    """A whole number that stays the same for the same things, and that nobody without the site's secret can guess."""
    return int(salted_hmac("annotation.checks", ":".join(str(each) for each in about)).hexdigest(), 16)


def must_qualify(membership: Membership) -> bool:
    """Whether the person is handed known pairs alone until they have qualified."""
    return membership.project.qualification_units > 0 and membership.qualified_at is None


def is_measured(membership: Membership) -> bool:
    """Whether known pairs come to the person unannounced.

    Never to one who is also admin or adjudicator here: what they see of labels would tell them which ones count.
    """
    roles = Membership.objects.filter(project=membership.project_id, user=membership.user_id, role__in=OVERSEERS)
    return membership.project.check_every > 0 and not roles.exists()


def known_units(project: Project) -> UnitQuerySet:
    """Units that people are measured on now, with `use`: what for."""
    newest = Unit.objects.filter(pk=OuterRef("pk")).order_by("-pair__known_answers__number")
    units: UnitQuerySet = Unit.objects.filter(project=project, is_known=True)
    annotated: UnitQuerySet = units.annotate(use=Subquery(newest.values("pair__known_answers__use")[:1]))
    return annotated


def known_for(membership: Membership, uses: tuple[str, ...]) -> list[Unit]:
    """The known units that this person can still be measured on, in the order in which they get them.

    Not one that they labelled, adjudicated or wrote the answer of. One that they gave back comes last, as with any
    unit; it does not come back unannounced once they were told that its answer is known.
    """
    person, project = membership.user, membership.project
    mine = Assignment.objects.filter(person=person, unit__project=project).order_by()
    taken = ~Q(purpose=CHECK) | Q(pk__in=Assignment.objects.held())
    if uses == UNANNOUNCED:
        taken |= Q(is_announced=True)
    given_back = Q(pk__in=mine.filter(purpose=CHECK).values("unit"))
    units = (
        known_units(project)
        .workable()
        .filter(use__in=uses)
        .exclude(pk__in=mine.filter(taken).values("unit"))
        .exclude(pk__in=person.barred_units.values("pk"))
        .exclude(pair__known_answers__created_by=person)
        .annotate(
            given_back=Case(When(given_back, then=Value(1)), default=Value(0)),
            known=Q(domain__in=list(membership.expertise)),
        )
    )
    return sorted(units, key=lambda unit: (unit.given_back, not unit.known, draw(person.pk, unit.pk)))


def unannounced_checks(membership: Membership) -> AssignmentQuerySet:
    """The person's unannounced measurements, the latest first."""
    checks: AssignmentQuerySet = Assignment.objects.filter(
        person=membership.user_id, unit__project=membership.project_id, purpose=CHECK, is_announced=False
    ).order_by("-claimed_at")
    return checks


def check_before(membership: Membership, upcoming: Unit | None) -> Unit | None:
    """The known unit that comes before `upcoming`, the unit to label that the person would get next; None if none does.

    A known pair comes only in front of a pair. Distances are counted in pairs taken, not finished: so the unit that
    My work names as the next one changes when one is taken, as always, and at no other moment.
    """
    if upcoming is None or upcoming.kind != Unit.Kind.PAIR or not is_measured(membership):
        return None
    checks = unannounced_checks(membership)
    taken = Assignment.objects.filter(
        person=membership.user_id, unit__project=membership.project_id, purpose=LABEL, unit__kind=Unit.Kind.PAIR
    )
    latest = checks.first()
    if latest is not None:
        taken = taken.filter(claimed_at__gt=latest.claimed_at)
    number = draw(membership.user_id, membership.project_id, checks.count())
    if not is_check_due(membership.project.check_every, taken.count(), number):
        return None
    return next(iter(known_for(membership, UNANNOUNCED)), None)


def qualifying_next(membership: Membership) -> Unit | None:
    """The known unit that the person qualifies on: the one in hand, else the next; None when none is left for them."""
    mine = Assignment.objects.active().filter(person=membership.user, unit__project=membership.project_id)
    held = mine.filter(purpose=CHECK, is_announced=True).select_related("unit").first()
    return held.unit if held is not None else next(iter(known_for(membership, TO_QUALIFY)), None)


def may_change_answer(unit: Unit, hold: Assignment) -> bool:
    """Whether an answer that was submitted may still be changed, as far as the unit's other labels go."""
    return unit.labels_done < unit.overlap if hold.purpose == LABEL else _seems_open(unit, hold)


def _seems_open(unit: Unit, hold: Assignment) -> bool:
    if hold.is_announced or hold.finished_at is None:
        return not hold.is_announced
    labels = Assignment.objects.filter(unit=unit, is_counted=True).values_list("finished_at", flat=True)
    seconds = open_for_change([each.timestamp() for each in labels if each], draw(hold.person_id, unit.pk))
    return timezone.now().timestamp() < hold.finished_at.timestamp() + seconds
