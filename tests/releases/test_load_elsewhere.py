"""What the release page says about loading a release is run as it stands there."""

import html
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from releases.selectors import release_bytes
from tests.cast import Cast
from tests.releases.making import frozen, ready

pytestmark = pytest.mark.django_db(transaction=True)


def unpacked(cast: Cast, folder: Path) -> None:
    for path, data in release_bytes(frozen(cast)).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def snippet(cast: Cast, client: Client, tool: str) -> str:
    """The code that the page shows for a tool, without its marks."""
    client.force_login(cast.annotator1)
    page = client.get("/projects/demo/releases/1.0.0/").content.decode()
    found = re.search(rf'<pre data-tool="{tool}"[^>]*><code>(.*?)</code>', page, re.DOTALL)
    assert found is not None
    return html.unescape(re.sub(r"<[^>]+>", "", found[1]))


def test_the_lines_for_pandas_count_the_instances_of_each_axis(cast: Cast, client: Client, tmp_path: Path) -> None:
    ready(cast)
    unpacked(cast, tmp_path)
    code = (
        snippet(cast, client, "pandas").replace("exam.groupby", "counts = exam.groupby") + "\nprint(counts.to_json())"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    # 16 instances of one pair without a trace: the same as the whole journey counts by axis.
    assert done.stdout == '{"T1":4,"T2":4,"T3":6,"T4":2}\n'


def test_the_checksums_hold_for_sha256sum(cast: Cast, tmp_path: Path) -> None:
    ready(cast)
    unpacked(cast, tmp_path)
    done = subprocess.run(
        ["sha256sum", "-c", "checksums.sha256"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    (tmp_path / "LICENSE").write_bytes(b"other")
    done = subprocess.run(
        ["sha256sum", "-c", "checksums.sha256"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1


def test_the_evaluator_verifies_the_unpacked_release(cast: Cast, client: Client, tmp_path: Path) -> None:
    ready(cast)
    unpacked(cast, tmp_path)
    first, _second = snippet(cast, client, "evaluator").splitlines()
    done = subprocess.run(
        [sys.executable, *first.split()[1:]],
        cwd=tmp_path,
        env={"PYTHONPATH": str(settings.BASE_DIR)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
