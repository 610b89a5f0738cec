"""Which printed numbers cannot be right: values by hand, and the tables of the paper that the project starts from."""

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.faults import FileFaults
from evaluator.tables.told import tables_json, tables_text

PUBLISHED = Path(__file__).parents[2] / "fixtures" / "tables"
MEAN = {"mean": {"of": ["H", "V", "S"], "is": "PES"}}


def impossible(table: str, *claims: Any) -> list[Any]:
    found: Any = tables_json(table.encode(), json.dumps(list(claims)).encode())["impossible"]
    return list(found)


def test_a_mean_is_right_as_long_as_some_unrounded_numbers_give_it() -> None:
    # The mean of three times 1.0 lies from 0.95 to 1.05; 0.9 stands for 0.85 to 0.95, 1.2 for 1.15 to 1.25.
    table = "x,H,V,S,PES\nlow,1.0,1.0,1.0,0.9\nhigh,1.0,1.0,1.0,1.2\nopen,1.0,,1.0,7\n"
    (found,) = impossible(table, MEAN)
    assert (found["row"], found["printed"], found["off_by"]) == ("high", "1.2", 0.1)
    assert (found["low"], found["high"]) == (0.95, 1.05)


def test_weights_marks_ranks_and_correlations() -> None:
    table = "x,A,B,Total,Rank\np,10,20,17,1\nq,10,20,18,2\nr,30,8,16,3\n"
    # (10 + 2 · 20) / 3 = 16.67 ± 0.5 can be 17 (16.5 to 17.5), and not 18 (17.5 to 18.5): off by 1/3. 46/3 = 15.33.
    total = {"weighted": {"of": {"A": 1, "B": 2}, "is": "Total"}}
    assert [(each["row"], each["off_by"]) for each in impossible(table, total)] == [("q", 0.333333)]
    assert impossible(table, {"best": {"column": "A", "row": "r"}}) == []
    (marked,) = impossible(table, {"best": {"column": "A", "row": "p"}})
    assert (marked["row"], marked["off_by"]) == ("p", 19)  # 29.5 is the least that 30 stands for, 10.5 the most of 10
    # 18 and 17 touch at 17.5, so either may be first.
    assert impossible(table, {"rank": {"of": "Total", "is": "Rank"}}) == []
    # By A, r is first and p is not, whichever of p and q comes before the other.
    ranked = impossible(table, {"rank": {"of": "A", "is": "Rank"}})
    assert [(each["row"], each["low"], each["high"], each["off_by"]) for each in ranked] == [
        ("p", 2, 3, 1),
        ("r", 1, 1, 2),
    ]
    # By size 17, 18, 16 are 2, 3, 1, beside 1, 2, 3: d² = 1 + 1 + 4, ρ = 1 - 36/24 = -0.5.
    assert impossible(table, {"spearman": {"of": ["Total", "Rank"], "is": -0.5}}) == []
    (wrong,) = impossible(table, {"spearman": {"of": ["Total", "Rank"], "is": 0.82}})
    assert (wrong["low"], wrong["off_by"]) == (-0.5, 1.315)


def published(name: str) -> list[tuple[str, str, float]]:
    found: Any = tables_json(*((PUBLISHED / f"{name}{end}").read_bytes() for end in (".csv", ".claims.json")))
    return [(each["row"], each["column"], each["off_by"]) for each in found["impossible"]]


def test_of_the_published_tables_four_cells_cannot_be_right() -> None:
    # (5 · 34.4 + 12 · 29.7 + 17 · 17.0 + 8 · 10.5) / 42 = 21.46 ± 0.05, printed 21.8: 21.75 - 21.5119.
    assert published("leaderboard") == [("Codex (Claude Opus 4.7)", "Total", 0.238095)]
    # (61.9 + 82.7 + 79.7) / 3 = 74.77 ± 0.05, printed 69.2; 79.23 printed 78.8; 81.30 printed 81.1.
    assert published("dynamics") == [
        ("Question · Mutation", "PES", 5.466667),
        ("Question · Adaptive Radiation", "PES", 0.333333),
        ("Question · Hybridization", "PES", 0.1),
    ]


def test_the_command_lists_cells_and_refuses_what_it_cannot_read(tmp_path: Path) -> None:
    def run(*files: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "evaluator", "check-tables", *map(str, files)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    done = run(PUBLISHED / "dynamics.csv", PUBLISHED / "dynamics.claims.json")
    assert (done.returncode, "69.2 cannot be right (mean)" in done.stdout) == (0, True)
    wrong = tmp_path / "claims.json"
    wrong.write_text('[{"mean": {"of": ["H"], "is": "Q"}}, {"median": {}}, {"best": {"column": "H", "row": "x"}}]')
    refused = run(PUBLISHED / "dynamics.csv", wrong)
    assert refused.returncode == 1
    assert "claim 1: there is no column 'Q'" in refused.stderr
    assert "claim 2: must be an object with one of" in refused.stderr
    assert "claim 3: there is no row 'x'" in refused.stderr


@settings(max_examples=80, deadline=None)
@given(
    st.binary(max_size=40) | st.text(alphabet='x,y\n.0123456789-"', max_size=60).map(str.encode),
    st.binary(max_size=30) | st.text(alphabet='{}[]":,meanofisxy0.', max_size=60).map(str.encode),
)
def test_no_table_and_no_claim_ends_in_a_traceback(table: bytes, claims: bytes) -> None:
    for each in (claims, json.dumps(MEAN).encode(), b'{"mean":{"of":["y"],"is":"y"}}'):
        with suppress(FileFaults):
            assert list(tables_text(tables_json(table, each)))


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ("", "must start with a header"),
        ("x,a\n", "has no row below its header"),
        ("x,a,a\np,1,1\n", "the column 'a' is there twice"),
        ("x,a\np,1,2\n", "has 3 cells, the header 2"),
        ("x,a\np,1\np,2\n", "the row 'p' is there twice"),
    ],
)
def test_what_is_wrong_with_a_table_is_said(table: str, fault: str) -> None:
    with pytest.raises(FileFaults) as refusal:
        tables_json(table.encode(), b"[]")
    assert fault in str(refusal.value.faults[0])
