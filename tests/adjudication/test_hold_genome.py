"""A genome in dispute in hand: taken by one, drafted by revisions, given back, lapsing with its lease."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.models import GenomeDraft, GenomeHold
from adjudication.selectors.genome_disputes import Wish
from adjudication.services import claim_genome, release_genome, rule_objects, save_genome_draft
from annotation.models import Assignment, User
from annotation.refusal import Conflict, Refused
from annotation.services import add_member, create_account
from genomes.models import SecondReading
from tests.cast import Cast
from tests.factories import a_submitted_reading

pytestmark = pytest.mark.django_db
WHY = {"reason_code": "other", "rationale": "It says so."}


def second(cast: Cast) -> User:
    person = create_account(by=None, username="second")
    add_member(by=cast.admin, project=cast.project, user=person, role="adjudicator")
    return person


def number_of(reading: SecondReading, kind: str) -> int:
    number: int = reading.typings.get(first_type=kind).number
    return number


def test_one_holds_it_until_they_give_it_back_or_their_time_is_up(cast: Cast) -> None:
    reading, other = a_submitted_reading(cast, L1="claim"), second(cast)
    hold = claim_genome(by=cast.adjudicator, reading=reading)
    assert hold.lease_expires_at is not None
    assert hold.lease_expires_at > timezone.now()
    wish = Wish(number_of(reading, "limitation"), "excluded", **WHY)
    for refused in (lambda: claim_genome(by=other, reading=reading), lambda: _rule(other, reading, wish)):
        with pytest.raises(Conflict, match="Another adjudicator"):
            refused()
    release_genome(by=other, reading=reading)  # not theirs: changes nothing
    assert GenomeHold.objects.held().exists()
    release_genome(by=cast.adjudicator, reading=reading)
    assert claim_genome(by=other, reading=reading).adjudicator == other
    past = timezone.now() - timedelta(minutes=1)
    GenomeHold.objects.update(lease_expires_at=past)
    assert claim_genome(by=cast.adjudicator, reading=reading).adjudicator == cast.adjudicator
    assert Assignment.objects.get(unit=reading.unit, person=other).state == "released"
    _rule(cast.adjudicator, reading, wish)
    assert not GenomeHold.objects.held().exists()
    with pytest.raises(Conflict, match="No object of this genome"):
        claim_genome(by=cast.adjudicator, reading=reading)


def _rule(person: User, reading: SecondReading, wish: Wish) -> Any:
    return rule_objects(by=person, reading=reading, wishes=[wish])


@pytest.mark.parametrize("who", ["annotator1", "annotator2"])
def test_neither_author_nor_reader_takes_it(cast: Cast, who: str) -> None:
    reading, person = a_submitted_reading(cast, L1="claim"), getattr(cast, who)
    add_member(by=cast.admin, project=cast.project, user=person, role="adjudicator")
    with pytest.raises(Refused, match="third person"):
        claim_genome(by=person, reading=reading)


def test_a_draft_is_kept_by_revision_and_renews_the_hold(cast: Cast) -> None:
    reading = a_submitted_reading(cast, L1="claim", D1="claim")
    first, other = number_of(reading, "limitation"), number_of(reading, "delta")
    with pytest.raises(Refused, match="do not hold"):
        save_genome_draft(by=cast.adjudicator, reading=reading, payload={}, revision=0)
    claim_genome(by=cast.adjudicator, reading=reading)
    soon = timezone.now() + timedelta(minutes=1)
    GenomeHold.objects.update(lease_expires_at=soon)
    payload = {f"choice.{first}": "a", f"choice.{other}": "b", "rationale": "So far."}
    assert save_genome_draft(by=cast.adjudicator, reading=reading, payload=payload, revision=0).revision == 1
    assert GenomeHold.objects.filter(lease_expires_at__gt=soon).exists()
    with pytest.raises(Conflict) as caught:
        save_genome_draft(by=cast.adjudicator, reading=reading, payload={"rationale": "Another tab."}, revision=0)
    assert (caught.value.current["revision"], caught.value.current["payload"]) == (1, payload)
    with pytest.raises(Refused, match="is a text"):
        save_genome_draft(by=cast.adjudicator, reading=reading, payload={"rationale": 3}, revision=1)
    _rule(cast.adjudicator, reading, Wish(first, "a", **WHY))
    draft = GenomeDraft.objects.get()
    assert (draft.payload, draft.revision) == ({f"choice.{other}": "b", "rationale": "So far."}, 2)
    _rule(cast.adjudicator, reading, Wish(other, "b", **WHY))
    assert not GenomeDraft.objects.exists()


def test_pages_and_programs_take_draft_decide_and_give_back(client: Client, cast: Cast) -> None:
    reading = a_submitted_reading(cast, L1="claim", D1="none")
    page, api = f"/projects/demo/disputes/genomes/{reading.pk}/", "/api/v1/projects/demo/disputes/genomes/"
    json = "application/json"
    client.force_login(cast.adjudicator)
    client.get(page)
    assert not GenomeHold.objects.exists()  # looking takes nothing
    taken = client.post(f"{api}next/?queue=rejections").json()
    assert (taken["id"], taken["mode"]) == (reading.pk, "yours")
    draft = {"revision": 0, "payload": {"rationale": "From a program."}}
    assert client.put(f"{api}{reading.pk}/draft/", draft, content_type=json).json()["revision"] == 1
    shown = client.get(page).content.decode()
    assert "From a program." in shown
    for key in "agemxw":  # reasons and rationale, as on the case of a pair
        assert f'data-key="{key}"' in shown
    stale = client.put(f"{page}draft/", draft | {"payload": {}}, content_type=json)
    assert (stale.status_code, stale.json()["payload"]) == (409, draft["payload"])
    assert client.get(f"{api}{reading.pk}/draft/").json()["payload"] == draft["payload"]
    renewed = client.post(f"{page}claim/", headers={"HX-Request": "true"}).content.decode()
    assert 'id="lease-bar"' in renewed
    assert "<html" not in renewed
    whole = {**WHY, "rulings": [{"number": number_of(reading, "limitation"), "choice": "excluded"}]}
    assert client.post(f"{api}{reading.pk}/decide/", whole, content_type=json).status_code == 201
    assert client.post(f"{page}release/")["location"] == "/projects/demo/disputes/"
    assert client.get(f"{api}{reading.pk}/").json()["mode"] == "open"
    assert client.post(f"{api}{reading.pk}/claim/").json()["mode"] == "yours"
    assert client.post(f"{api}{reading.pk}/release/").status_code == 204
    listed = client.get(f"{api}?state=open").json()["results"]
    assert [(each["id"], each["degree"], each["queues"]) for each in listed] == [(reading.pk, 1, ["rejections"])]
    assert client.post(f"{api}next/?queue=roles").status_code == 204
