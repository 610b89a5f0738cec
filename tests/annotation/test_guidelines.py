"""The guideline: versions, the editor, and what Markdown may do."""

import pytest
from django.db import ProgrammingError, transaction
from django.test import Client

from annotation.markdown import render_markdown
from annotation.models import Guideline
from annotation.refusal import Refused
from annotation.services import publish_guideline
from tests.cast import GUIDELINE, Cast

EDIT = "/projects/demo/guidelines/edit/"


def test_a_change_is_a_new_version_and_the_old_one_stays_readable(cast: Cast, client: Client) -> None:
    client.force_login(cast.admin)
    client.post(EDIT, {"body": "# Second\n\nNew words.", "note": "clearer", "based_on": 1})
    client.force_login(cast.annotator1)
    assert "New words." in client.get("/projects/demo/guidelines/").content.decode()
    old = client.get("/projects/demo/guidelines/1/").content.decode()
    assert "can be inherited on its own" in old
    assert "This is an earlier version" in old
    assert client.get("/projects/demo/guidelines/3/").status_code == 404


def test_somebody_elses_version_in_between_is_said_and_nothing_is_lost(cast: Cast, client: Client) -> None:
    client.force_login(cast.admin)
    publish_guideline(by=cast.admin, project=cast.project, body="# Meanwhile")
    response = client.post(EDIT, {"body": "# Mine", "note": "", "based_on": 1})
    page = response.content.decode()
    assert response.status_code == 422
    assert "Version 2 was published meanwhile" in page
    assert "# Mine" in page
    assert response.context["form"]["based_on"].value() == 2


def test_an_empty_guideline_is_refused(cast: Cast) -> None:
    with pytest.raises(Refused) as refusal:
        publish_guideline(by=cast.admin, project=cast.project, body="  \n")
    assert refusal.value.faults[0].field == "body"


def test_the_database_itself_keeps_a_published_version_as_it_is(cast: Cast) -> None:
    with pytest.raises(ProgrammingError), transaction.atomic():
        Guideline.objects.update(body="other words")
    assert Guideline.objects.get().body == GUIDELINE


def test_the_preview_shows_the_text_as_it_will_be_read(cast: Cast, client: Client) -> None:
    client.force_login(cast.admin)
    response = client.post("/projects/demo/guidelines/preview/", {"body": "# A *b*"})
    assert response.content.decode().strip() == "<h2>A <em>b</em></h2>"


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](data:text/html,hello)",
        "![x](https://example.org/track.png)",
        '<a href="x" style="color:red" onclick="y">z</a>',
        "```html\n<iframe></iframe>\n```",
    ],
)
def test_markdown_never_brings_in_anything_that_acts(text: str) -> None:
    html = render_markdown(text)
    for harmful in ("<script", "<img", "<iframe", 'href="javascript', 'href="data', '<a href="x"', "<a style"):
        assert harmful not in html


def test_tables_lists_and_headings_are_kept_one_level_below_the_page() -> None:
    html = render_markdown("# One\n\n###### Six\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- x\n\n3. y\n\n~~no~~")
    for kept in ("<h2>One</h2>", "<h6>Six</h6>", "<td>1</td>", "<li>x</li>", '<ol start="3">', "<s>no</s>"):
        assert kept in html
