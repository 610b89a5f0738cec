"""What the data card and the release page say about loading a release is run as it stands there."""

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from releases.packaging.snippets import snippets

SNIPPETS = {snippet.tool: snippet for snippet in snippets()}


@pytest.fixture(scope="module")
def exam(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "data/jsonl/exam/public.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def run(folder: Path, tool: str) -> str:
    """What the snippet prints, run by a program of its own that has no network and an empty home."""
    snippet = SNIPPETS[tool]
    command = [sys.executable, "-c", snippet.code] if snippet.language == "python" else ["sh", "-ec", snippet.code]
    home = folder.parent / "home"
    env = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(settings.BASE_DIR),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(home),
        "HF_HOME": str(home / "hf"),
        "HF_HUB_OFFLINE": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
    }
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_card_and_the_page_show_the_same_lines(folder: Path) -> None:
    card = (folder / "README.md").read_text(encoding="utf-8")
    page = render_to_string("releases/loading.html")
    shown = dict(re.findall(r'<pre data-tool="([a-z]+)"[^>]*><code>(.*?)</code>', page, re.DOTALL))
    assert list(shown) == list(SNIPPETS)
    for tool, snippet in SNIPPETS.items():
        assert html.unescape(re.sub(r"</?span[^>]*>", "", shown[tool])) == snippet.code
        assert f"### {tool}\n\n```{snippet.language}\n{snippet.code}\n```" in card


def test_datasets(folder: Path, exam: list[dict[str, Any]]) -> None:
    assert run(folder, "datasets") == f"{len(exam)} Value('string')\n"


def test_pandas_counts_the_instances_of_each_axis(folder: Path, exam: list[dict[str, Any]]) -> None:
    counted = dict(re.findall(r"^(T\d) +(\d+)$", run(folder, "pandas"), re.MULTILINE))
    assert counted == {axis: str(sum(row["axis"] == axis for row in exam)) for axis in ("T1", "T2", "T3", "T4")}


def test_duckdb_joins_diffs_with_papers(folder: Path) -> None:
    printed = run(folder, "duckdb")
    for line in (folder / "data/jsonl/diffs/public.jsonl").read_text(encoding="utf-8").splitlines():
        diff = json.loads(line)
        row = next(row for row in printed.splitlines() if f" {diff['id']} " in row)
        assert f" {diff['answer']['dynamics']} " in row


def test_mlcroissant(folder: Path, exam: list[dict[str, Any]]) -> None:
    printed = run(folder, "mlcroissant")
    assert f"'id': b'{exam[0]['id']}'" in printed
    assert f"'task': b'{exam[0]['task']}'" in printed


def test_the_evaluator_verifies_and_scores(folder: Path, exam: list[dict[str, Any]]) -> None:
    rows = [{"id": row["id"], "answer": row["gold"]} for row in exam]
    predictions = "".join(json.dumps(row) + "\n" for row in rows)
    (folder.parent / "predictions.jsonl").write_text(predictions, encoding="utf-8")
    assert "is sound" in run(folder, "evaluator")
    report = json.loads((folder.parent / "report/report.json").read_bytes())
    assert (report["counts"]["instances"], report["total"]["micro"]) == (len(exam), 1)


def test_the_checksums_hold_for_sha256sum(folder: Path) -> None:
    def check() -> int:
        return subprocess.run(["sha256sum", "-c", "checksums.sha256"], cwd=folder, capture_output=True).returncode

    licence = (folder / "LICENSE").read_bytes()
    assert check() == 0
    (folder / "LICENSE").write_bytes(b"other")
    assert check() == 1
    (folder / "LICENSE").write_bytes(licence)
