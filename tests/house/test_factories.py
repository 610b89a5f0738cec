"""What the factories write at once is what people would leave through the services."""

from typing import Any

from annotation.models import Assignment, Membership, User
from annotation.services import add_member, claim_unit, create_account, create_project
from genomes.models import Evidence, Genome, Operation
from genomes.services import hand_in_genome
from genomes.services.operations import states_of
from tests.cast import Cast, make_cast
from tests.factories import a_genome, a_paper, an_object, objects_of


def rows_of(genome: Genome) -> dict[str, Any]:
    """Everything that a genome's objects consist of, ids and times aside."""
    genome.refresh_from_db()
    handles = {str(row.pk): row.handle for row in genome.objects_all.all()}
    states = {handles[pk]: state for pk, state in states_of(int(pk) for pk in handles).items()}
    for state in states.values():
        state["repairs"] = [each["key"] for each in state["repairs"]]
    return {
        "revision": genome.revision,
        "handed_in": genome.handed_in_at is not None,
        "unit": [getattr(genome.unit, name) for name in ("labels_done", "overlap", "is_ready", "is_tallied")],
        "holds": [hold_of(genome, hold) for hold in Assignment.objects.filter(unit=genome.unit)],
        "by": {genome.author == row.created_by for row in genome.objects_all.all()},
        "states": states,
        "objects": list(genome.objects_all.order_by("handle").values_list("handle", "revision")),
        "evidence": list(
            Evidence.objects.filter(idea_object__genome=genome)
            .order_by("start")
            .values_list("idea_object__handle", "prefix", "suffix", "passage__start", "is_confirmed")
        ),
        "operations": [
            (
                row.number,
                row.kind,
                row.by_id == genome.author_id,
                row.why,
                [handles[pk] for pk in row.before],
                list(row.before.values()),
            )
            for row in Operation.objects.filter(genome=genome).order_by("number")
        ],
    }


def hold_of(genome: Genome, hold: Any) -> tuple[Any, ...]:
    return (
        hold.person_id == genome.author_id,
        hold.assigned_by_id,
        hold.claimed_at == hold.opened_at,
        hold.finished_at >= hold.opened_at,
        hold.beat_at,
        *(getattr(hold, name) for name in ("purpose", "state", "is_counted", "is_announced", "active_seconds")),
    )


def test_a_genome_written_at_once_is_the_one_that_services_make(cast: Cast) -> None:
    at_once = a_genome(cast, handed_in=True, title="Twice", slug="twice")
    other = make_cast("other", "other-")
    paper = a_paper(other, title="Twice", slug="twice", published=at_once.source_version.paper.published)
    by_hand: Genome = Genome.objects.get(source_version__paper=paper)
    claim_unit(person=other.annotator1, unit=by_hand.unit)
    for kind, role, quote in objects_of(paper):
        repairs = ["twice:L1"] if kind == "delta" else []
        an_object(by_hand, quote, by=other.annotator1, type=kind, contribution_role=role, repairs=repairs)
    hand_in_genome(by=other.annotator1, genome=by_hand)
    kept = rows_of(at_once)
    assert len(kept["states"]) == len(kept["operations"]) == 4
    assert rows_of(by_hand) == kept


def test_the_cast_is_the_one_that_services_make(cast: Cast) -> None:
    project = create_project(by=cast.admin, slug="other", name="Other")
    account = create_account(by=None, username="somebody")
    membership = add_member(by=cast.admin, project=project, user=account, role="annotator")
    mine = Membership.objects.get(user=cast.annotator1)
    for one, other, own in (
        (account, User.objects.get(pk=cast.annotator1.pk), {"id", "username", "password", "date_joined"}),
        (membership, mine, {"id", "project", "user", "created_at"}),
    ):
        names = [each.attname for each in one._meta.concrete_fields if each.name not in own]
        assert {name: getattr(one, name) for name in names} == {name: getattr(other, name) for name in names}
    assert not cast.annotator1.has_usable_password()
