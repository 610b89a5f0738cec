"""Who may read, compare and confirm the guideline, and write notes to it."""

from typing import Any

from annotation.services import add_note, publish_guideline
from tests.cast import Cast
from tests.house.permissions import Row

NOTE = {"text": "A note.", "about_field": "dynamics"}

ROWS = {
    ("annotation:guideline-compare", "GET"): Row("302 404 200 200 200 200"),
    ("annotation:guideline-at-hand", "GET"): Row("302 404 200 200 200 200"),
    # Whoever works by it says that they have read it
    ("annotation:guideline-read", "POST"): Row("302 404 302 302 302 403"),
    ("annotation:guideline-notes", "GET"): Row("302 404 403 403 403 200"),
    ("annotation:guideline-notes", "POST"): Row("302 404 403 403 403 302", NOTE),
    ("annotation:guideline-note-remove", "POST"): Row("302 404 403 403 403 302"),
    ("api:guideline-read", "POST"): Row("401 404 204 204 204 403"),
    ("api:guideline-readers", "GET"): Row("401 404 403 403 403 200"),
    ("api:guideline-notes", "GET"): Row("401 404 200 200 200 200"),
    ("api:guideline-notes", "POST"): Row("401 404 403 403 403 201", NOTE, json=True),
    ("api:guideline-note", "DELETE"): Row("401 404 403 403 403 204"),
}


def prepare(cast: Cast) -> dict[str, Any]:
    """A second version, and a note that waits."""
    publish_guideline(by=cast.admin, project=cast.project, body="# Two", note="shorter")
    note = add_note(by=cast.admin, project=cast.project, text="Anchor boxes are passengers.")
    return {"version": 2, "note_id": note.pk}
