"""`agree` on the command line: figures beside α, clusters, units, and refusals. Run in this process, which is quick."""

import json
from pathlib import Path
from typing import Any

import pytest

from evaluator.cli import main

# u0 a a, u1 a b, u2 b b, u3 a b in two clusters; u4 has one label.
ROWS = ["u0,x,a,p", "u0,y,a,p", "u1,x,a,p", "u1,y,b,p", "u2,x,b,q", "u2,y,b,q", "u3,x,a,q", "u3,y,b,q", "u4,x,a,"]


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    path = tmp_path / "labels.csv"
    path.write_text("\n".join(["unit,rater,value,pair", *ROWS]))
    return path


def told(capsysbinary: pytest.CaptureFixture[bytes], *arguments: object) -> dict[str, Any]:
    assert main(["agree", *map(str, arguments), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsysbinary.readouterr().out)
    return found


def test_every_figure_is_there_with_its_interval(labels: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    found = told(capsysbinary, labels, "--level", "nominal", "--bootstrap", 50, "--seed", 7, "--cluster", "pair")
    # a 4, b 4 of 8 used labels. Do = 4/8, De = 2·16/56 = 4/7, α = 1/8. κ: po 1/2, pe (3·1 + 1·3)/16 = 3/8, κ = 1/5.
    # AC1: π_a = (1 + ½ + 0 + ½ + 1)/5 = 3/5, pe = 12/25, (1/2 - 12/25)/(13/25) = 1/26. u4 keeps Fleiss from it.
    assert found["alpha"] == pytest.approx(1 / 8)
    assert found["raw_agreement"] == 0.5
    assert found["kappa"] == pytest.approx(1 / 5)
    assert found["ac1"] == pytest.approx(1 / 26)
    assert (found["fleiss"], found["fleiss_reason"]) == (None, "units differ in their number of labels")
    assert [found[f"n_{name}"] for name in ("units", "units_used", "labels", "raters")] == [5, 4, 9, 2]
    assert [found[f"{name}interval"]["clusters"] for name in ("", "raw_agreement_", "kappa_", "ac1_")] == [2, 2, 2, 3]
    assert found["fleiss_interval_reason"] == "units differ in their number of labels"
    assert found["seed"] == 7
    assert "contributions" not in found


def test_without_resamples_intervals_say_how_to_ask(labels: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    found = told(capsysbinary, labels, "--level", "nominal")
    assert (found["interval"], found["interval_reason"]) == (None, "not asked for: use --bootstrap")
    assert (found["ac1_interval"], found["ac1_interval_reason"]) == (None, "not asked for: use --bootstrap")


def test_units_are_told_by_what_they_add(labels: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    found = told(capsysbinary, labels, "--level", "nominal", "--units")
    assert [(each["unit"], each["observed"], each["share"]) for each in found["contributions"]] == [
        ("u1", 0.25, 0.5),
        ("u3", 0.25, 0.5),
        ("u0", 0, 0),
        ("u2", 0, 0),
    ]
    assert main(["agree", str(labels), "--level", "nominal", "--units"]) == 0
    text = capsysbinary.readouterr().out.decode()
    assert "kappa          0.2\n" in text
    assert "0.25           of the disagreement in unit u1\n" in text


def test_three_raters_have_no_kappa_of_two(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("unit,rater,value\n1,x,1\n1,y,2\n1,z,2\n2,x,1\n2,y,1\n2,z,1\n")
    found = told(capsysbinary, path, "--level", "interval", "--bootstrap", 5)
    assert (found["kappa"], found["kappa_reason"]) == (None, "needs exactly two raters")
    # Fleiss: raw (2 + 6)/12 = 2/3, pe = (16 + 4)/36 = 5/9, κ = 1/4.
    assert found["fleiss"] == pytest.approx(1 / 4)


def test_one_name_typed_in_two_ways_is_one_and_names_need_not_be_text(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("unit,rater,value\ncaf\u00e9,x,a\ncafe\u0301,y,b\n", encoding="utf-8")
    found = told(capsysbinary, path, "--level", "nominal")
    assert (found["n_units"], found["n_units_used"], found["raw_agreement"]) == (1, 1, 0)
    path.write_text("unit,rater,value\ncaf\u00e9,x,a\ncafe\u0301,x,b\n", encoding="utf-8")
    assert main(["agree", str(path), "--level", "nominal"]) == 1
    assert b"twice: in line 2 and in line 3" in capsysbinary.readouterr().err
    assert main(["agree", str(tmp_path / "\udcff.csv"), "--level", "nominal", "--json"]) == 1  # the byte FF
    assert json.loads(capsysbinary.readouterr().out)["faults"][0]["message"] == "does not exist"
    path.write_text("unit,rater,value\n1,x,1_000\n", encoding="utf-8")
    assert main(["agree", str(path), "--level", "interval"]) == 1  # a number to Python alone
    assert main(["agree", str(path), "--level", "nominal", "--cluster", ""]) == 1  # no column is called that


def test_every_fault_is_listed_with_its_line(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("unit,rater,value,pair\n1,x,a,p\n1,y,2,q\n,x,1,p\n2,x\n1,x,3,p\n")
    assert main(["agree", str(path), "--level", "interval", "--cluster", "pair", "--json"]) == 1
    faults = json.loads(capsysbinary.readouterr().out)["faults"]
    assert [(fault["line"], fault["message"]) for fault in faults] == [
        (2, "'a' is not a number: the level interval needs numbers"),
        (3, "unit '1' is in cluster 'q', but in 'p' in line 2"),
        (4, "is empty"),
        (5, "has 2 columns, the header 4"),
        (6, "rater 'x' labels unit '1' twice: in line 2 and in line 6"),
    ]
    assert main(["agree", str(path), "--level", "interval", "--cluster", "trace"]) == 1
    assert "naming unit, rater, value, trace once each" in capsysbinary.readouterr().err.decode()


@pytest.mark.parametrize("level", ["nominal", "interval"])
def test_not_a_number_is_no_value_at_any_level(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], level: str
) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("unit,rater,value\n1,x,NaN\n1,y,-nan\n")
    assert main(["agree", str(path), "--level", level, "--json"]) == 1
    faults = json.loads(capsysbinary.readouterr().out)["faults"]
    assert [(fault["line"], fault["field"]) for fault in faults] == [(2, "value"), (3, "value")]
    path.write_text("unit,rater,value\n1,x,Nana\n1,y,nano\n")
    assert main(["agree", str(path), "--level", "nominal"]) == 0
