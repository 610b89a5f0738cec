"""A version that everybody reads: asked on My work, refused by every way to the next unit, said once."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation.models import Guideline, GuidelineReading, User
from annotation.refusal import Conflict, Refused
from annotation.selectors import unread_guideline
from annotation.selectors.guidelines import readers_of
from annotation.services import add_member, claim_next, claim_unit, confirm_reading, publish_guideline
from tests.cast import Cast
from tests.factories import a_diff, a_pair, make_unit

PAGES = "/projects/demo"


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def publish(cast: Cast, *, must_be_read: bool) -> Guideline:
    return publish_guideline(
        by=cast.admin, project=cast.project, body="# Next", note="Clearer.", must_be_read=must_be_read
    )


def test_nothing_is_handed_out_before_the_version_is_read_and_what_is_held_stays(cast: Cast) -> None:
    held, other = make_unit(cast.project), make_unit(cast.project)
    claim_unit(person=cast.annotator1, unit=held)
    publish(cast, must_be_read=True)
    asks: list[Callable[[], object]] = [
        lambda: claim_next(person=cast.annotator1, project=cast.project),
        lambda: claim_unit(person=cast.annotator1, unit=other),
    ]
    for ask in asks:
        with pytest.raises(Refused) as refusal:
            ask()
        assert [fault.code for fault in refusal.value.faults] == ["guideline_unread"]
        assert "Guideline 2" in str(refusal.value.faults[0].message)
    assert claim_unit(person=cast.annotator1, unit=held).state == "active"
    confirm_reading(by=cast.annotator1, guideline=Guideline.objects.get(version=2))
    assert claim_next(person=cast.annotator1, project=cast.project) is not None
    with pytest.raises(Refused):  # one has read it, the other has not
        claim_next(person=cast.annotator2, project=cast.project)


def test_said_twice_it_is_said_once_and_an_earlier_version_is_no_reading_of_this_one(cast: Cast) -> None:
    first, second = Guideline.objects.get(), publish(cast, must_be_read=True)
    for _each in range(2):
        confirm_reading(by=cast.annotator1, guideline=second)
    assert GuidelineReading.objects.filter(reader=cast.annotator1).count() == 1
    with pytest.raises(Conflict) as refusal:
        confirm_reading(by=cast.annotator2, guideline=first)
    assert refusal.value.current == 2


def test_whoever_read_a_later_version_has_read_enough(cast: Cast) -> None:
    publish(cast, must_be_read=True)
    third = publish(cast, must_be_read=False)
    assert unread_guideline(cast.annotator1, cast.project) == third  # the one in force is what there is to read
    confirm_reading(by=cast.annotator1, guideline=third)
    assert unread_guideline(cast.annotator1, cast.project) is None
    publish(cast, must_be_read=False)
    assert unread_guideline(cast.annotator1, cast.project) is None
    publish(cast, must_be_read=True)
    assert unread_guideline(cast.annotator1, cast.project) is not None


def test_its_author_has_read_it(cast: Cast) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    publish(cast, must_be_read=True)
    assert unread_guideline(cast.admin, cast.project) is None


def test_my_work_asks_with_a_link_and_a_press_lets_on(cast: Cast) -> None:
    make_unit(cast.project)
    publish(cast, must_be_read=True)
    client = signed_in(cast.annotator1)
    page = client.get(f"{PAGES}/work/").content.decode()
    assert "Read guideline 2 before you take the next unit" in page
    assert f'href="{PAGES}/guidelines/"' in page
    refused = client.post(f"{PAGES}/work/next/", follow=True).content.decode()
    assert "Guideline 2 changed what you label by." in refused
    shown = client.get(f"{PAGES}/guidelines/").content.decode()
    assert "Everybody reads this version before they take the next unit." in shown
    assert client.post(f"{PAGES}/guidelines/2/read/").status_code == 302
    assert "Read guideline 2" not in client.get(f"{PAGES}/work/").content.decode()
    assert client.post("/api/v1/projects/demo/work/next/", {}, content_type="application/json").status_code == 201


def test_a_program_is_refused_in_the_same_words_and_says_that_it_was_read(cast: Cast) -> None:
    make_unit(cast.project)
    publish(cast, must_be_read=True)
    client = signed_in(cast.annotator1)
    refusal = client.post("/api/v1/projects/demo/work/next/", {}, content_type="application/json")
    assert refusal.json()["faults"][0]["code"] == "guideline_unread"
    assert client.post("/api/v1/projects/demo/guidelines/1/read/").status_code == 409
    assert client.post("/api/v1/projects/demo/guidelines/2/read/").status_code == 204
    assert client.post("/api/v1/projects/demo/work/next/", {}, content_type="application/json").status_code == 201


def test_a_pair_opened_by_its_address_leads_to_the_guideline_first(cast: Cast) -> None:
    pair = a_pair(cast)
    publish(cast, must_be_read=True)
    answer = signed_in(cast.annotator2).post(f"{PAGES}/pairs/{pair.pk}/claim/")
    assert answer["Location"] == f"{PAGES}/guidelines/"


def test_admins_see_who_has_read_what_and_nobody_else_does(cast: Cast) -> None:
    second = publish(cast, must_be_read=True)
    confirm_reading(by=cast.annotator1, guideline=second)
    rows = {row.person.username: (row.version, row.is_due) for row in readers_of(cast.project)}
    assert rows == {"annotator1": (2, False), "annotator2": (None, True), "adjudicator": (None, True)}
    api = signed_in(cast.admin).get("/api/v1/projects/demo/guidelines/readers/").json()
    assert [(each["username"], each["version"], each["is_due"]) for each in api] == [
        ("adjudicator", None, True),
        ("annotator1", 2, False),
        ("annotator2", None, True),
    ]
    assert "Who has read what" in signed_in(cast.admin).get(f"{PAGES}/guidelines/").content.decode()
    for person in (cast.annotator2, cast.adjudicator):
        page = signed_in(person).get(f"{PAGES}/guidelines/").content.decode()
        assert "annotator1" not in page


def test_the_versions_say_how_many_labels_were_made_under_each_to_those_who_may_see_them(cast: Cast) -> None:
    first = a_pair(cast)
    a_diff(cast.annotator1, first)
    publish(cast, must_be_read=False)
    for person in (cast.annotator1, cast.annotator2):
        pair = first if person == cast.annotator2 else a_pair(cast)
        a_diff(person, pair)
    # Under 1: annotator1's on the first pair. Under 2: one on each pair; the second pair still lacks a label, so an
    # admin, who sees labels of complete pairs only, counts the first pair's.
    page = signed_in(cast.admin).get(f"{PAGES}/guidelines/")
    assert [(each.version, each.labels) for each in page.context["versions"]] == [(2, 1), (1, 1)]
    theirs = signed_in(cast.annotator2).get(f"{PAGES}/guidelines/")
    assert [each.labels for each in theirs.context["versions"]] == [None, None]


def test_the_page_asks_the_same_whatever_the_number_of_versions_notes_and_readers(cast: Cast) -> None:
    client = signed_in(cast.admin)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"{PAGES}/guidelines/").status_code == 200
        return len(captured)

    publish(cast, must_be_read=True)
    queries()
    few = queries()
    for person in (cast.annotator1, cast.annotator2, cast.adjudicator):
        confirm_reading(by=person, guideline=Guideline.objects.get(version=2))
    for _each in range(4):
        publish(cast, must_be_read=True)
    assert queries() == few
