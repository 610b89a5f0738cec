"""Being measured unannounced looks like labelling: every address, byte for byte, and every refusal. And to everybody
else but admins who do not label it never happened.

The two worlds share all rows up to the moment in which the person takes the pair: in one it lacks their label, in the
other it has all its labels and its answer is known.
"""

import re
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.test import Client
from django.utils import timezone

from annotation.models import Assignment, User
from annotation.services import add_member, claim_next, claim_unit, set_calibration
from diffs.models import PaperPair
from diffs.services import mark_known, submit_diff
from tests.cast import Cast
from tests.factories import a_diff, a_genome, a_pair, an_answer
from tests.house.test_blindness import CHANGING, addresses, seen
from tests.house.test_permission_table import Undo

# Ids of holds and submissions, which two worlds count on from one another.
IDS = re.compile(rb'"id":\d+(?=,"unit")|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')
# How long something is held or was done: on a slow machine that alone parts two readings.
LENGTH = rb"(?:\d+|an?)(?:\xc2\xa0| )(?:second|minute|hour)s?(?:, \d+\xc2\xa0minutes?)?(?: ago)?"
AGO = re.compile(LENGTH + rb"|(?<=>)now(?=<)|\d+:\d\d [ap]\.m\.")
ELSEWHERE = re.compile(r"^/admin/|/(papers|genomes|objects|extraction|imports?|releases|runs|leaderboard|exam)\b")
NOT_TO_READ = 405  # an address that only takes something
Seen = dict[str, Any]


def stage(cast: Cast) -> tuple[PaperPair, User]:
    """A pair that annotator2 has labelled; another that waits; and one that annotator1 holds, so that a check is due.

    Of one pair a check, the distance is always 1. The outsider may give the second label.
    """
    first, second, third = (a_genome(cast, handed_in=True) for _each in range(3))
    pair = a_pair(cast, source=first, target=second)
    a_diff(cast.annotator2, pair)
    a_pair(cast, source=first, target=third)
    held = a_pair(cast, source=second, target=third)
    claim_unit(person=cast.annotator1, unit=held.unit)
    add_member(by=cast.admin, project=cast.project, user=cast.outsider, role="annotator")
    set_calibration(by=cast.admin, project=cast.project, check_every=1)
    return pair, cast.annotator1


def make_known(cast: Cast, pair: PaperPair) -> None:
    """Both labels came at once, so whoever is measured on it may change their answer as long as the last of them: not
    at all (tests/diffs/test_check.py has the other case).
    """
    a_diff(cast.outsider, pair)
    Assignment.objects.filter(unit=pair.unit, is_counted=True).update(finished_at=timezone.now())
    mark_known(by=cast.admin, pair=pair, payload=an_answer(pair))


def refusals(client: Client, pair: PaperPair) -> Seen:
    """What a person is told who tries what they cannot do (any more), or does it twice."""
    page, api, unit = f"/projects/demo/pairs/{pair.pk}", "/api/v1/projects/demo", pair.unit_id
    sent: dict[str, Callable[[], Any]] = {
        "claim": lambda: client.post(f"{page}/claim/", follow=True),
        "claim by program": lambda: client.post(f"{api}/pairs/{pair.pk}/claim/"),
        "change": lambda: client.post(f"{page}/change/", follow=True),
        "keep": lambda: client.post(f"{page}/change/", {"keep": "1"}, follow=True),
        "give back": lambda: client.post(f"{api}/work/units/{unit}/release/"),
        "beat": lambda: client.post(f"{api}/work/units/{unit}/heartbeat/"),
        "draft": lambda: client.put(
            f"{api}/drafts/{pair.pk}/", {"revision": 7, "payload": {}}, content_type="application/json"
        ),
        "nothing": lambda: client.post(f"{page}/submit/", {}, content_type="application/json"),
        "another answer": lambda: client.post(
            f"{page}/submit/", an_answer(pair, rationale="On reflection."), content_type="application/json"
        ),
    }
    return {name: _undone(each) for name, each in sent.items()}


def _undone(call: Callable[[], Any]) -> tuple[int, bytes]:
    told = (0, b"")
    try:
        with transaction.atomic():
            answer = call()
            told = (answer.status_code, _plain(answer.content))
            raise Undo
    except Undo:
        return told


def _plain(body: bytes) -> bytes:
    return AGO.sub(b"", IDS.sub(b"", CHANGING.sub(b"", body)))


def world(cast: Cast, pair: PaperPair, person: User, *, is_check: bool) -> Seen:
    """Everything that the person reads before they take the pair, while they hold it and after they submit it."""
    found: Seen = {}
    try:
        with transaction.atomic():
            if is_check:
                make_known(cast, pair)
            client = Client(raise_request_exception=False)
            client.force_login(person)
            places = of_the_project(pair)
            own = [place for place in places if "/work/" in place or place.endswith("/pairs/")]
            found |= {f"before {place}": told for place, told in seen(client, own).items()}
            hold = claim_next(person=person, project=cast.project)
            assert hold is not None
            assert hold.unit_id == pair.unit_id
            assert (hold.purpose == Assignment.Purpose.CHECK) == is_check
            found |= {f"held {place}": told for place, told in seen(client, places).items()}
            found |= {f"held {name}": told for name, told in refusals(client, pair).items()}
            submit_diff(by=person, pair=pair, payload=an_answer(pair))
            places = [place for place in places if found[f"held {place}"][0] != NOT_TO_READ]
            found |= {f"done {place}": told for place, told in seen(client, places).items()}
            found |= {f"done {name}": told for name, told in refusals(client, pair).items()}
            raise Undo
    except Undo:
        return {name: (status, _plain(body)) for name, (status, body) in found.items()}


def of_the_project(pair: PaperPair) -> list[str]:
    """Every address about the pair. The admin site lets none of these people in; what papers, genomes and releases say
    comes before labels or rests on gold, and tests/house/test_blindness.py reads them too.
    """
    return [place for place in addresses(pair) if not ELSEWHERE.search(place)]


def test_a_person_cannot_tell_a_measurement_from_a_label(cast: Cast) -> None:
    pair, person = stage(cast)
    label = world(cast, pair, person, is_check=False)
    check = world(cast, pair, person, is_check=True)
    assert [name for name in label if label[name] != check[name]] == []
    assert label["held draft"][0] == 409
    assert label["done another answer"][0] == 409


def test_nothing_changes_for_others_when_somebody_is_measured(cast: Cast) -> None:
    """Who labelled the pair, one of them an admin; and an adjudicator who does not label."""
    pair, person = stage(cast)
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    a_diff(cast.admin, pair)
    mark_known(by=cast.outsider, pair=pair, payload=an_answer(pair))
    readers = (cast.annotator2, cast.admin, cast.adjudicator)
    before = {reader: all_seen(reader, pair) for reader in readers}
    hold = claim_next(person=person, project=cast.project)
    assert hold is not None
    assert hold.purpose == Assignment.Purpose.CHECK
    submit_diff(by=person, pair=pair, payload=an_answer(pair, rationale="xyzzy"))
    for reader in readers:
        after = all_seen(reader, pair, before[reader])
        assert [place for place in after if before[reader][place] != after[place]] == [], reader


def all_seen(reader: User, pair: PaperPair, known: Seen | None = None) -> dict[str, tuple[int, bytes]]:
    """What a person reads of a pair; what could not be read the first time (`known`) is not asked again."""
    places = [place for place in of_the_project(pair) if not known or known[place][0] != NOT_TO_READ]
    client = Client(raise_request_exception=False)
    client.force_login(reader)
    return {place: (status, _plain(body)) for place, (status, body) in seen(client, places).items()}


def test_an_admin_who_does_not_label_sees_it(cast: Cast) -> None:
    """Otherwise the tests above would say nothing."""
    pair, person = stage(cast)
    make_known(cast, pair)
    assert claim_next(person=person, project=cast.project)
    submit_diff(by=person, pair=pair, payload=an_answer(pair, rationale="xyzzy"))
    client = Client()
    client.force_login(cast.admin)
    results = client.get("/api/v1/projects/demo/calibration/results/").json()["results"]
    assert [(each["person"], each["is_announced"]) for each in results] == [("annotator1", False)]
    assert "xyzzy" in client.get(f"/api/v1/projects/demo/diffs/?pair={pair.pk}").content.decode()
