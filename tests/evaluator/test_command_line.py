"""`python -m evaluator`, run as people run it: as a program of its own, with Django out of reach."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evaluator.exam import score
from evaluator.io import load_release
from evaluator.predictions import read_predictions
from evaluator.report import report_bytes
from evaluator.write import deterministic_zip
from tests.evaluator.tiny_release import tiny_files

ROOT = Path(__file__).parents[2]
FORBIDDEN = ("django", "rest_framework", "celery", "psycopg", "redis", "config")
GOOD = b'{"release":"1.0.0","system":"imaginary"}\n{"id":"i01","answer":{"type":"mechanism"}}\n'


@pytest.fixture
def blocked(tmp_path: Path) -> Path:
    """A folder of modules that break when they are imported, to stand before the real ones."""
    folder = tmp_path / "blocked"
    folder.mkdir()
    for name in FORBIDDEN:
        (folder / f"{name}.py").write_text(f"raise ImportError('{name} is out of reach here')\n")
    return folder


@pytest.fixture
def release(tmp_path: Path) -> Path:
    for path, data in tiny_files().items():
        (tmp_path / "release" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "release" / path).write_bytes(data)
    return tmp_path / "release"


@pytest.fixture
def predictions(tmp_path: Path) -> Path:
    (tmp_path / "predictions.jsonl").write_bytes(GOOD)
    return tmp_path / "predictions.jsonl"


class Runner:
    """Starts the program in an environment of its own."""

    def __init__(self, blocked: Path) -> None:
        self.path = os.pathsep.join([str(blocked), str(ROOT)])

    def __call__(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "evaluator", *map(str, arguments)],
            env={"PYTHONPATH": self.path, "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"},
            cwd="/",
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )


@pytest.fixture
def run(blocked: Path) -> Runner:
    return Runner(blocked)


def test_the_block_works(blocked: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import django"], env={"PYTHONPATH": str(blocked)}, capture_output=True, check=False
    )
    assert b"django is out of reach here" in done.stderr


def test_a_sound_release_verifies_as_folder_and_as_zip(run: Runner, release: Path, tmp_path: Path) -> None:
    with (tmp_path / "release.zip").open("wb") as out:
        deterministic_zip(tiny_files(), out)
    folder, archive = run("verify", release), run("verify", tmp_path / "release.zip", "--json")
    assert (folder.returncode, archive.returncode) == (0, 0)
    assert folder.stdout.startswith("tiny 1.0.0 is sound: ")
    found = json.loads(archive.stdout)
    assert (found["ok"], found["release"], found["faults"]) == (True, "1.0.0", [])
    assert found["counts"] == {"papers": 3, "objects": 3, "diffs": 2, "alignments": 1, "traces": 1, "exam": 10}
    assert found["release_sha256"] in folder.stdout


def test_a_changed_release_is_refused_with_every_fault(run: Runner, release: Path) -> None:
    (release / "LICENSE").write_text("mine")
    (release / "spec" / "tasks.json").unlink()
    text, machine = run("verify", release), run("verify", release, "--json")
    assert (text.returncode, machine.returncode) == (1, 1)
    assert "LICENSE: was changed" in text.stdout
    assert "spec/tasks.json: is missing" in text.stdout
    assert {fault["path"] for fault in json.loads(machine.stdout)["faults"]} == {"LICENSE", "spec/tasks.json"}


def test_a_score_is_the_same_bytes_as_from_the_library(
    run: Runner, release: Path, predictions: Path, tmp_path: Path
) -> None:
    done = run("score", release, predictions, "--json", "--out", tmp_path / "out", "--seed", 5)
    assert done.returncode == 0
    loaded = load_release(release)
    expected = report_bytes(score(loaded, read_predictions(GOOD, loaded), seed=5))
    assert done.stdout.encode() == expected
    assert (tmp_path / "out" / "report.json").read_bytes() == expected
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["instances.jsonl", "report.json", "report.md"]
    assert "scoring 1 predictions on 10 instances" in done.stderr


def test_a_score_has_the_promised_shape(run: Runner, release: Path, predictions: Path) -> None:
    report: dict[str, Any] = json.loads(run("score", release, predictions, "--json", "--system", "named").stdout)
    assert {"release", "evaluator", "seed", "counts", "total", "axes", "tasks", "fields", "errors"} <= set(report)
    assert (report["release"], report["system"], report["seed"]) == ("1.0.0", "named", 0)
    assert report["total"]["micro"] == 0.1
    assert set(report["axes"]) == {"T1", "T2", "T3", "T4"}


def test_a_score_for_people_is_a_table(run: Runner, release: Path, predictions: Path) -> None:
    done = run("score", release, predictions)
    assert done.returncode == 0
    assert done.stdout.startswith("# Exam report: imaginary\n")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "holds no predictions"),
        (b"{}", "line 1, field id: must be the id of an exam instance"),
        (b"\x7fELF\x02\x00\x00", "is not text"),
        (b'{"id":"i01","answer":{}}\n{"id":"i01","answer":{}}', "in line 1 and in line 2"),
        (b'{"release":"2.0.0"}\n' + GOOD.split(b"\n")[1], "was made for the release 2.0.0"),
    ],
)
def test_predictions_that_cannot_be_scored_are_refused(
    run: Runner, release: Path, tmp_path: Path, data: bytes, says: str
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(data)
    text, machine = run("score", release, bad), run("score", release, bad, "--json")
    assert (text.returncode, machine.returncode) == (1, 1)
    assert says in text.stderr
    assert text.stdout == ""
    assert "Traceback" not in text.stderr
    faults = json.loads(machine.stdout)["faults"]
    assert any(says.rsplit(": ", maxsplit=1)[-1] in fault["message"] for fault in faults)


def test_a_folder_or_nothing_in_place_of_a_file_is_refused(run: Runner, release: Path, tmp_path: Path) -> None:
    assert "is a folder: give a file" in run("score", release, tmp_path).stderr
    assert "does not exist" in run("score", release, tmp_path / "none").stderr
    assert "is neither a release folder nor a zip" in run("verify", __file__).stdout


def test_a_report_is_never_written_into_the_release(run: Runner, release: Path, predictions: Path) -> None:
    done = run("score", release, predictions, "--out", release / "reports")
    assert done.returncode == 1
    assert "lies in the release, which must not change" in done.stderr
    assert not (release / "reports").exists()


def test_agreement_of_a_csv(run: Runner, tmp_path: Path) -> None:
    labels = tmp_path / "labels.csv"
    labels.write_text("rater,unit,value\nx,1,a\ny,1,a\nx,2,a\ny,2,b\nx,3,a\ny,3,a\nx,4,b\ny,4,\n")
    found = json.loads(run("agree", labels, "--level", "nominal", "--json").stdout)
    # Used: a a, a b, a a; the fourth unit has one label. n_a = 5, n_b = 1: Do = 2/6, De = 2·5·1/30 = 1/3, α = 0.
    assert found["alpha"] == pytest.approx(0.0)
    assert found["raw_agreement"] == pytest.approx(2 / 3)
    assert (found["n_units"], found["n_units_used"], found["n_labels"], found["n_raters"]) == (4, 3, 7, 2)
    assert (found["interval"], found["alpha_reason"]) == (None, None)


def test_undefined_agreement_is_null_with_its_reason(run: Runner, tmp_path: Path) -> None:
    labels = tmp_path / "labels.csv"
    labels.write_text("unit,rater,value\n1,x,a\n2,y,a\n")
    done = run("agree", labels, "--level", "nominal", "--json", "--bootstrap", 10, "--seed", 1)
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert (found["alpha"], found["alpha_reason"], found["interval_reason"]) == (
        None,
        "no shared units",
        "no shared units",
    )
    assert "undefined: no shared units" in run("agree", labels, "--level", "nominal").stdout


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "line 1: must start with a header naming unit, rater, value"),
        (b"unit,value\n1,2\n", "line 1: must start with a header"),
        (b"unit,rater,value\n1,x\n", "line 2: has 2 columns, the header 3"),
        (b"unit,rater,value\n1,x,high\n", "line 2, field value: 'high' is not a number"),
        (b"unit,rater,value\n1,x,nan\n", "line 2, field value: 'nan' is no value"),
        (b"unit,rater,value\n1,x,-1\n", "line 2, field value: -1 is negative"),
        (b"unit,rater,value\n,x,1\n", "line 2, field unit: is empty"),
        (b"unit,rater,value\n1,x,1\n1,x,2\n", "line 3: rater 'x' labels unit '1' twice: in line 2 and in line 3"),
        (b'unit,rater,value\n1,x,"1', "is not CSV"),
        (b"unit,rater,value\n1,x,\xff\n", "line 2: is not UTF-8"),
        (b"\x00", "is not text"),
    ],
)
def test_labels_that_cannot_be_read_are_refused(run: Runner, tmp_path: Path, data: bytes, says: str) -> None:
    labels = tmp_path / "labels.csv"
    labels.write_bytes(data)
    done = run("agree", labels, "--level", "ratio")
    assert (done.returncode, done.stdout) == (1, "")
    assert says in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("guess",),
        ("score", "x"),
        ("agree", "x"),
        ("score", "x", "y", "--seed", "-1"),
        ("agree", "x", "--level", "no"),
    ],
)
def test_wrong_usage_is_exit_code_2(run: Runner, arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: python -m evaluator")


def test_an_error_of_our_own_is_exit_code_3(run: Runner, release: Path, predictions: Path, blocked: Path) -> None:
    (blocked / "jsonschema.py").write_text("raise ImportError('broken installation')\n")
    done = run("score", release, predictions)
    assert done.returncode == 3
    assert "broken installation" in done.stderr
    assert "internal error" in done.stderr


def test_help_starts_without_the_heavy_libraries(run: Runner, blocked: Path) -> None:
    for name in ("numpy", "jsonschema", "krippendorff"):
        (blocked / f"{name}.py").write_text("raise ImportError('not needed for help')\n")
    assert run("--help").returncode == 0
    assert run("--version").stdout == "0.1.0\n"


def test_names_from_files_cannot_steer_the_terminal(run: Runner, release: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"id":"i01","answer":{},"\\u001b[2J":1}\n')
    assert "\x1b" not in run("score", release, bad).stderr
