"""What an admin does to publish: ask for a freeze and watch it, fetch the files, hand in predictions."""

import contextlib
import io
import os
import signal
import zipfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import FilePayload, Page, expect


@contextlib.contextmanager
def held_up(worker: int) -> Iterator[None]:
    """Keep a worker from beginning anything, so that what a page says meanwhile can be read at leisure."""
    os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker, signal.SIGCONT)


def ask_for_a_freeze(page: Page, version: str) -> None:
    page.get_by_role("link", name="Releases", exact=True).click()
    page.get_by_role("textbox", name="Version").fill(version)
    changed = page.get_by_role("checkbox", name="Freeze although the program has changed")
    if changed.count():  # the tests run from a working checkout
        changed.check()
    page.get_by_role("button", name="Ask for the freeze").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("not frozen yet")
    expect(page.get_by_role("progressbar", name="How far it has come")).to_be_visible()


def is_frozen(page: Page, version: str) -> None:
    """The page follows the freeze and becomes the release's own page by itself."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"{version} frozen")


def fact(page: Page, name: str) -> str:
    """The number beside a name in the contents of a release."""
    return page.locator(f'dl.counts dt:text-is("{name}") + dd').inner_text()


def download(page: Page) -> dict[str, bytes]:
    """The files of the release, path → bytes, as the button brings them."""
    with page.expect_download() as expected:
        page.get_by_role("link", name="Download zip").click()
    with zipfile.ZipFile(io.BytesIO(Path(expected.value.path()).read_bytes())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def hand_in(page: Page, system: str, predictions: bytes) -> None:
    """Upload predictions from the release's page, and see that they are being scored."""
    page.get_by_role("link", name="Runs").click()
    page.get_by_role("textbox", name="System").fill(system)
    file = FilePayload(name="predictions.jsonl", mimeType="application/x-ndjson", buffer=predictions)
    page.locator('input[type="file"]').set_input_files(file)
    page.get_by_role("button", name="Upload and score").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(system)
    expect(page.get_by_role("progressbar", name="How far it has come")).to_be_visible()


def figure(page: Page, name: str) -> str:
    """A main figure of a run with what stands below it: "87.5 % 14 of 16 instances right …"."""
    stat = page.locator(".stat", has=page.get_by_role("heading", name=name))
    expect(stat).to_be_visible()
    return " ".join(stat.inner_text().split())


def axes(page: Page) -> dict[str, str]:
    """Right answers of a run on each axis: {"T1": "4 of 4", …}."""
    rows = page.locator(".axes-table tbody tr").all()
    return {row.locator("th a").inner_text(): row.locator("td").first.inner_text() for row in rows}
