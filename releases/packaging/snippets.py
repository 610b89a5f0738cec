"""How to load a release, in one place for the data card and the release page. Each runs in the release's own folder."""

from dataclasses import dataclass

SPLIT = "public"

_DATASETS = """
from pathlib import Path

from datasets import load_dataset

exam = load_dataset(str(Path.cwd()), "exam", split="{split}")
print(exam.num_rows, exam.features["gold"])
"""
_PANDAS = """
import json

import pandas as pd

exam = pd.read_parquet("data/parquet/exam/{split}.parquet")
exam["context"] = exam["context"].map(json.loads)
print(exam.groupby("axis").size())
"""
_DUCKDB = """
import duckdb

duckdb.sql('''
    SELECT diff.id, diff.answer.dynamics, successor.published
    FROM 'data/parquet/diffs/*.parquet' AS diff
    JOIN 'data/parquet/papers/*.parquet' AS successor ON successor.id = diff.target
    ORDER BY successor.published, diff.id
''').show()
"""
_MLCROISSANT = """
import mlcroissant as mlc

dataset = mlc.Dataset("croissant.json")
for record in dataset.records("exam-{split}"):
    print({{name.split("/")[1]: value for name, value in record.items()}})
    break
"""
_EVALUATOR = """
python -m evaluator verify .
python -m evaluator score . ../predictions.jsonl --system "My system" --out ../report
"""


@dataclass(frozen=True, slots=True)
class Snippet:
    """`tool` as people write it, `language` of the code: "python" or "sh"."""

    tool: str
    language: str
    code: str

    @property
    def id(self) -> str:
        return f"load-{self.tool}"


def snippets(split: str = SPLIT) -> tuple[Snippet, ...]:
    """For each tool the code that loads a split of the exam."""
    return tuple(
        Snippet(tool, language, code.format(split=split).strip())
        for tool, language, code in (
            ("datasets", "python", _DATASETS),
            ("pandas", "python", _PANDAS),
            ("duckdb", "python", _DUCKDB),
            ("mlcroissant", "python", _MLCROISSANT),
            ("evaluator", "sh", _EVALUATOR),
        )
    )
