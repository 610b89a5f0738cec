import os
import stat
from pathlib import Path

import pytest
from playwright.sync_api import ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from annotation.models import User
from tests import chromium
from tests.servers import environment


@pytest.mark.django_db(transaction=True)
def test_the_browser_opens_the_sign_in_page_without_a_complaint(page: Page, live_server: LiveServer) -> None:
    User.objects.create_user("somebody")  # without anybody, every page leads to the making of the first account
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    response = page.goto(f"{live_server.url}/accounts/login/")
    assert response is not None
    assert response.status == 200
    assert page.locator("input[name=password]").is_visible()
    assert complaints == []


def test_a_named_browser_comes_first(tmp_path: Path) -> None:
    program = tmp_path / "my-browser"
    program.touch(mode=stat.S_IRWXU)
    chromium.find_chromium.cache_clear()
    with environment(CHROMIUM=str(program), PATH=os.environ["PATH"]):
        assert chromium.find_chromium().executable == program
    chromium.find_chromium.cache_clear()


def test_a_named_browser_that_is_no_program_is_an_error_not_a_skip(tmp_path: Path) -> None:
    chromium.find_chromium.cache_clear()
    with environment(CHROMIUM=str(tmp_path / "absent")), pytest.raises(chromium.NoChromium, match="is not a program"):
        chromium.find_chromium()
    chromium.find_chromium.cache_clear()


def test_without_browser_and_npm_one_line_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "CACHE", tmp_path / "empty")
    chromium.find_chromium.cache_clear()
    assert chromium.main() == 1
    chromium.find_chromium.cache_clear()
    assert capsys.readouterr().err == (
        "No Chromium and no npm to fetch one: install either, or set CHROMIUM to a Chromium.\n"
    )
