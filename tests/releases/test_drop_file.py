"""A file dropped on the upload form is as good as one that was chosen."""

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from releases.models import Run
from tests.cast import Cast
from tests.releases.making import frozen, ready

pytestmark = pytest.mark.django_db(transaction=True)

DROP = """form => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(['{"id": "x"}'], "dropped.jsonl"));
    for (const kind of ["dragenter", "dragover", "drop"]) {
        form.dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: dropped}));
    }
}"""


def test_a_dropped_file_is_handed_in(cast: Cast, live_server: LiveServer, context: BrowserContext) -> None:
    ready(cast)
    frozen(cast)
    client = Client()
    client.force_login(cast.annotator1)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    context.add_cookies([cookie])  # type: ignore[list-item]  # a plain dict is what it takes
    page = context.new_page()
    page.goto(f"{live_server.url}/projects/demo/releases/1.0.0/runs/")
    page.locator("[data-drop-form]").evaluate(DROP)
    field = page.locator("input[type=file]")
    expect(field).to_be_focused()
    assert field.evaluate("input => input.files[0].name") == "dropped.jsonl"
    page.get_by_role("textbox", name="System").fill("Lamp")
    page.get_by_role("button", name="Upload and score").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Lamp")
    assert bytes(Run.objects.get().predictions) == b'{"id": "x"}'
