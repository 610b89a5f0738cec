"""The guideline: versions, the editor, and what Markdown may do."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import ProgrammingError, transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from annotation.markdown import render_guideline, render_markdown
from annotation.models import Guideline, Notification
from annotation.refusal import Refused
from annotation.sections import missing_sections, section_of
from annotation.services import add_member, add_note, publish_guideline
from evaluator.schema import DiffAnswer
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
    publish_guideline(by=cast.admin, project=cast.project, body="# Meanwhile", note="other words")
    response = client.post(EDIT, {"body": "# Mine", "note": "mine", "based_on": 1})
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
    assert '<h2 id="g-a-b">A <em>b</em></h2>' in response.content.decode()


def test_a_change_says_what_changed_from_the_second_version_on(cast: Cast, client: Client) -> None:
    client.force_login(cast.admin)
    response = client.post(EDIT, {"body": "# Two", "note": " ", "based_on": 1})
    assert response.status_code == 422
    assert response.context["form"].errors.keys() == {"note"}
    assert Guideline.objects.count() == 1


def test_a_text_that_no_person_would_read_is_refused(cast: Cast) -> None:
    with pytest.raises(Refused) as refusal:
        publish_guideline(by=cast.admin, project=cast.project, body="x" * 200_001, note="long")
    assert [fault.code for fault in refusal.value.faults] == ["too_long"]


def test_everybody_who_works_by_it_is_told_and_the_author_is_not(cast: Cast) -> None:
    add_member(by=cast.admin, project=cast.project, user=cast.admin, role="annotator")
    publish_guideline(by=cast.admin, project=cast.project, body="# Two", note="Clearer.", must_be_read=True)
    told = Notification.objects.filter(kind="guideline", guideline__version=2)
    assert set(told.values_list("recipient__username", flat=True)) == {"annotator1", "annotator2", "adjudicator"}
    assert told[0].params == {"version": 2, "note": "Clearer.", "must_be_read": True}


HARMFUL = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](data:text/html,hello)",
    "![x](https://example.org/track.png)",
    '<a href="x" style="color:red" onclick="y">z</a>',
    "```html\n<iframe></iframe>\n```",
    '## <span id="main">x</span> {#main" onclick="y}',
    "> [!example] <img src=x onerror=alert(1)>\n> <script>y</script>",
]


@pytest.mark.parametrize("text", HARMFUL)
@pytest.mark.parametrize("render", [render_markdown, lambda text: render_guideline(text).html])
def test_markdown_never_brings_in_anything_that_acts(render: Callable[[str], str], text: str) -> None:
    html = render(text)
    for harmful in (
        "<script",
        "<img",
        "<iframe",
        '<span id="main',
        'href="javascript',
        'href="data',
        '<a href="x"',
        "<a style",
    ):
        assert harmful not in html


def test_tables_lists_and_headings_are_kept_one_level_below_the_page() -> None:
    html = render_markdown("# One\n\n###### Six\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- x\n\n3. y\n\n~~no~~")
    for kept in ("<h2>One</h2>", "<h6>Six</h6>", "<td>1</td>", "<li>x</li>", '<ol start="3">', "<s>no</s>"):
        assert kept in html


GUIDE = """# Guide

## 1. Ecology and *setting* {#ecology #setting}

Words.

## Dynamics

> [!example] YOLO → **YOLOv2**
> One network, so mutation.

## Dynamics

> An ordinary quotation.
"""


def test_a_section_has_the_anchors_it_names_or_one_of_its_words() -> None:
    rendered = render_guideline(GUIDE)
    found = [(each.level, each.text, each.anchors) for each in rendered.outline]
    assert found == [
        (1, "Guide", ("guide",)),
        (2, "1. Ecology and setting", ("ecology", "setting")),
        (2, "Dynamics", ("dynamics",)),
        (2, "Dynamics", ("dynamics-2",)),
    ]
    assert '<h3 id="g-ecology"><span id="g-setting"></span>1. Ecology and <em>setting</em></h3>' in rendered.html
    assert "{#" not in rendered.html


def test_a_worked_example_is_set_apart_with_its_title_and_a_quotation_is_not() -> None:
    html = render_guideline(GUIDE).html
    title = '<p class="example-title">Worked example: YOLO → <strong>YOLOv2</strong></p>'
    assert f'<blockquote class="example">\n{title}<p>One network, so mutation.</p>\n</blockquote>' in html
    assert "<blockquote>\n<p>An ordinary quotation.</p>" in html


@given(st.text(alphabet="#{}>[]!example- *a\n", max_size=60))
def test_whatever_is_written_is_rendered_and_no_two_anchors_are_alike(text: str) -> None:
    rendered = render_guideline(text)
    anchors = [anchor for heading in rendered.outline for anchor in heading.anchors]
    assert len(anchors) == len(set(anchors))
    assert rendered.html.count('id="g-') == len(anchors)


def test_a_field_leads_to_the_section_that_speaks_of_it_and_what_is_missing_is_named(
    cast: Cast, client: Client
) -> None:
    fields = {"predecessor_driver", "driver_continuity", "alignments", "dynamics", "evidence"}
    assert {section_of(each) for each in fields} == {"driver", "alignment", "dynamics", "rationale"}
    assert section_of("nothing") == ""
    every = {each.name for each in dataclasses.fields(DiffAnswer)}
    assert {each for each in every if not section_of(each)} == set()
    # GUIDE has ecology and dynamics; ten of the twelve sections are missing, in the order of the work.
    assert missing_sections(render_guideline(GUIDE).anchors)[:3] == ["objects", "roles", "fates"]
    assert len(missing_sections(render_guideline(GUIDE).anchors)) == 10
    client.force_login(cast.admin)
    shown = client.post("/projects/demo/guidelines/preview/", {"body": GUIDE}).content.decode()
    assert "{#provenance}" in shown
    assert "{#ecology}" not in shown


def test_the_demo_guideline_speaks_of_every_field() -> None:
    body = (Path(__file__).parents[2] / "fixtures" / "demo" / "guideline.md").read_text(encoding="utf-8")
    rendered = render_guideline(body)
    assert missing_sections(rendered.anchors) == []
    assert rendered.html.count("example-title") == 6  # the six reference cases


def test_a_new_version_starts_from_the_one_in_force_with_a_note_at_its_end(cast: Cast, client: Client) -> None:
    note = add_note(by=cast.admin, project=cast.project, text="Anchor boxes are passengers.", about_field="dynamics")
    client.force_login(cast.admin)
    form = client.get(f"{EDIT}?note={note.pk}").context["form"]
    assert form["body"].value() == f"{GUIDELINE.rstrip()}\n\nAnchor boxes are passengers.\n"
    assert form["notes"].value() == [note.pk]
    client.post(EDIT, {"body": "# Two", "note": "passengers", "based_on": 1, "notes": [note.pk]})
    note.refresh_from_db()
    assert note.taken_in is not None
    assert note.taken_in.version == 2
    assert "Anchor boxes" not in client.get("/projects/demo/guidelines/at-hand/").json()["html"]
    again = client.post(EDIT, {"body": "# Three", "note": "again", "based_on": 2, "notes": [note.pk]})
    assert again.status_code in (302, 422)
    assert note.taken_in.version == 2
