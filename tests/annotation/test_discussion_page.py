"""The discussion on its own page and within screens: with and without scripts, and what it never gives away."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from annotation.models import Comment, Unit, User
from annotation.services import ask, say
from tests.annotation.talking import a_third, at_work, measured_on, submitted
from tests.cast import Cast, make_cast
from tests.factories import a_diff, a_genome, a_pair, a_reading, an_object, make_unit

PART = 12  # queries of the threads alone
HTMX = {"HX-Request": "true"}
API = "/api/v1/projects/demo"


def place(unit: Unit) -> str:
    return f"/projects/demo/units/{unit.pk}/discussion/"


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def test_without_scripts_a_comment_is_posted_and_the_page_leads_to_it(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1)
    client = signed_in(cast.annotator1)
    page = client.get(place(unit))
    sent = {"body": "Why **this**?", "about": "field:dynamics", "key": str(page.context["key"])}
    answers = [client.post(place(unit), sent) for _twice in range(2)]
    said = Comment.objects.get()
    assert said.about_field == "dynamics"
    assert {answer["Location"] for answer in answers} == {f"{place(unit)}#c-{said.pk}"}
    shown = client.get(place(unit)).content.decode()
    assert "<strong>this</strong>" in shown
    assert f'id="c-{said.pk}"' in shown
    client.post(f"/projects/demo/comments/{said.pk}/withdraw/")
    assert "Taken back." in client.get(place(unit)).content.decode()


def test_with_scripts_the_threads_come_back_alone(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1)
    client = signed_in(cast.annotator1)
    part = client.post(place(unit), {"body": "Here.", "key": "1"}, headers=HTMX)
    assert (part.status_code, "<html" in part.content.decode()) == (200, False)
    assert "Here." in part.content.decode()
    refused = client.post(place(unit), {"body": "x" * 4001, "key": "2"}, headers=HTMX)
    assert refused.status_code == 422
    text = refused.content.decode()
    assert "a comment has at most 4000" in text
    assert "x" * 4001 in text  # what was typed is not lost
    assert 'value="2"' in text  # and is sent with its key again


def test_a_hostile_comment_is_text(cast: Cast) -> None:
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    say(by=cast.annotator1, unit=unit, body="<script>alert(1)</script> [x](javascript:alert(1)) <b onclick=1>b</b>")
    page = signed_in(cast.annotator2).get(place(unit), headers=HTMX).content.decode()
    assert "<script>alert" not in page
    assert 'href="javascript' not in page
    assert "<b onclick" not in page


def test_while_one_labels_only_questions_can_be_asked(cast: Cast) -> None:
    unit = make_unit(cast.project)
    at_work(unit, cast.annotator1)
    client = signed_in(cast.annotator1)
    assert "Ask a guideline question" in client.get(place(unit)).content.decode()
    assert client.post(place(unit), {"body": "Mutation."}, headers=HTMX).status_code == 422
    assert client.post(place(unit), {"body": "Is it?", "kind": "question"}, headers=HTMX).status_code == 200
    assert Comment.objects.get().kind == "question"


def test_b_asks_for_a_s_comments_before_submitting_and_gets_nothing(cast: Cast) -> None:
    """Case 6: by page, part and API, with the id in hand, as reader, as replier and as counter."""
    pair = a_pair(cast)
    a_diff(cast.annotator1, pair)
    at_work(pair.unit, cast.annotator2)
    client = signed_in(cast.annotator2)
    places = [place(pair.unit), f"{API}/units/{pair.unit_id}/comments/", "/notifications/", f"{API}/pairs/{pair.pk}/"]
    places.append(f"/projects/demo/pairs/{pair.pk}/")
    before = [plain(client, address) for address in places]
    said = say(by=cast.annotator1, unit=pair.unit, body="Mutation, since M1 stays. @annotators @adjudicators")
    asked = ask(by=cast.annotator1, unit=pair.unit, body="Is M1 the driver?")
    assert [plain(client, address) for address in places] == before
    for row in (said, asked):
        reply = {"body": "x", "reply_to": str(row.pk)}
        assert client.post(place(pair.unit), reply).status_code == 404
        posted = client.post(f"{API}/units/{pair.unit_id}/comments/", reply, content_type="application/json")
        assert posted.status_code == 404
        assert client.post(f"/projects/demo/comments/{row.pk}/withdraw/").status_code == 404
        assert client.post(f"{API}/comments/{row.pk}/withdraw/").status_code == 404


def plain(client: Client, address: str) -> str:
    """A page without the tokens that differ between any two answers."""
    text = client.get(address).content.decode()
    return re.sub(r"[A-Za-z0-9]{64}|[0-9a-f]{8}-[0-9a-f-]{27}|\d\d:\d\d:\d\d[.\d]*", "", text)


def test_a_unit_of_another_project_is_not_there(cast: Cast) -> None:
    """Case 7."""
    other = make_cast("other", "other-")
    unit = submitted(other, other.annotator1, other.annotator2)
    theirs = say(by=other.annotator1, unit=unit, body="Theirs.")
    client = signed_in(cast.admin)
    for address in (place(unit), f"{API}/units/{unit.pk}/comments/", f"/projects/other/units/{unit.pk}/discussion/"):
        assert client.get(address).status_code == 404
    mine = submitted(cast, cast.annotator1, cast.annotator2)
    reply = {"body": "x", "reply_to": str(theirs.pk)}
    assert client.post(place(mine), reply).status_code == 404
    sent = client.post(f"{API}/units/{mine.pk}/comments/", reply, content_type="application/json")
    assert sent.status_code == 404


def test_what_a_comment_is_about_is_an_object_of_its_own_pair(cast: Cast) -> None:
    pair, other = a_pair(cast), a_pair(cast)
    a_diff(cast.annotator1, pair)
    client = signed_in(cast.annotator1)
    own, foreign = f"{pair.source.paper.slug}:M1", f"{other.source.paper.slug}:M1"
    answers = []
    for key in (own, foreign, "nowhere:M1"):
        body = {"body": "This one.", "about_object": key}
        answers.append(client.post(f"{API}/units/{pair.unit_id}/comments/", body, content_type="application/json"))
    assert [answer.status_code for answer in answers] == [201, 400, 400]
    assert answers[1].json() == answers[2].json()
    shown = client.get(f"{place(pair.unit)}?object={own}", headers=HTMX).context["discussion"]
    assert (len(shown.threads), shown.about.endswith(" M1")) == (1, True)
    assert not client.get(f"{place(pair.unit)}?field=dynamics", headers=HTMX).context["discussion"].threads
    screen = client.get(f"/projects/demo/pairs/{pair.pk}/").content.decode()
    for query in (f"?object={own}", "?field=dynamics", ""):
        assert f'"{place(pair.unit)}{query}"' in screen


def test_a_genome_in_work_and_a_reading_show_no_objects_in_their_discussion(cast: Cast) -> None:
    """Only the author knows the objects of a genome in work; a reader knows objects by number, not by handle."""
    genome = a_genome(cast)
    an_object(genome, "Small things in groups are missed.", by=cast.annotator1)
    reading = a_reading(cast)
    at_work(reading.unit, cast.annotator2)
    for unit, reader, count in (
        (genome.unit, cast.annotator1, 1),
        (genome.unit, cast.admin, 0),
        (reading.unit, cast.annotator2, 0),
        (reading.genome.unit, cast.admin, 4),  # handed in: N1, M1, L1, D1
    ):
        assert len(signed_in(reader).get(place(unit), headers=HTMX).context["discussion"].objects) == count
    assert signed_in(cast.annotator2).get(place(genome.unit)).status_code == 403


def test_to_the_person_a_hidden_check_has_the_same_page(cast: Cast) -> None:
    third = a_third(cast)
    known = submitted(cast, cast.annotator1, cast.annotator2, unit=make_unit(cast.project, title="Same"))
    say(by=cast.annotator1, unit=known, body="Mutation. @annotators")
    measured_on(known, third)
    usual = submitted(cast, third, unit=make_unit(cast.project, title="Same"))
    client = signed_in(third)
    seen = []
    for unit in (known, usual):
        client.post(place(unit), {"body": "Mine.", "key": "k"})
        pages = [plain(client, place(unit)), plain(client, f"{API}/units/{unit.pk}/comments/")]
        seen.append([page.replace(f"/{unit.pk}/", "/1/").replace(f'"unit":{unit.pk}', '"unit":1') for page in pages])
    assert seen[0] == seen[1]


def test_the_page_asks_the_same_however_much_is_said(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    first = say(by=cast.annotator1, unit=unit, body="First.")
    say(by=cast.annotator2, unit=unit, body="So.", reply_to=first)
    client = signed_in(cast.adjudicator)
    client.get(place(unit), headers=HTMX)
    # session, person, project, unit, roles and hold (for the door and for the page), comments, mentions, names (twice)
    with django_assert_num_queries(PART) as few:
        client.get(place(unit), headers=HTMX)
    for number in range(6):
        root = say(by=cast.annotator1, unit=unit, body=f"{number}")
        say(by=cast.annotator2, unit=unit, body="So.", reply_to=root)
    with django_assert_num_queries(len(few)):
        client.get(place(unit), headers=HTMX)


@pytest.mark.parametrize("role", ["annotator2", "adjudicator", "admin", "outsider"])
def test_nobody_takes_back_what_another_said(cast: Cast, role: str) -> None:
    unit = submitted(cast, cast.annotator1, cast.annotator2)
    said = say(by=cast.annotator1, unit=unit, body="Mine.")
    status = signed_in(getattr(cast, role)).post(f"/projects/demo/comments/{said.pk}/withdraw/").status_code
    assert status == (404 if role == "outsider" else 403)
    said.refresh_from_db()
    assert said.withdrawn_at is None
