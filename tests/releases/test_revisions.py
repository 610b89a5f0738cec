"""What changed between two releases, row by row and field by field: derived by hand, without a database."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.canonical import canonical_bytes
from evaluator.convert import from_json, to_json
from evaluator.schema import FieldChange, RevisionRecord
from releases.revisions import Reason, field_changes, revisions
from releases.versions import ChangedRow, GoldHash, changed_rows

NOTES = Reason("release_notes", "Spring cleaning.", "admin", "2026-01-02T00:00:00Z")


def row(**facts: Any) -> bytes:
    return canonical_bytes(facts)


def told(before: dict[str, Any], after: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    return [(change.field, change.before, change.after) for change in field_changes(before, after)]


def edge(source: str, target: str, similarity: str = "alike") -> dict[str, str]:
    return {"source": source, "target": target, "similarity": similarity}


def test_an_answer_is_compared_by_field_object_and_edge() -> None:
    before = {
        "rule": 2,
        "answer": {
            "dynamics": "mutation",
            "fates": {"yolo:M1": "inherited", "yolo:M2": "lost"},
            "origins": {"yolov2:M3": "novel"},
            "provenance": {},
            "alignments": [edge("yolo:M1", "yolov2:M1")],
            "evidence": [1, 2],
        },
    }
    after = {
        "rule": 2,
        "answer": {
            "dynamics": "hybridization",
            "fates": {"yolo:M1": "mutated", "yolo:M2": "lost"},
            "origins": {"yolov2:M3": "external"},
            "provenance": {"yolov2:M3": {"kind": "paper", "paper": "faster"}},
            "alignments": [edge("yolo:M2", "yolov2:M1"), edge("yolo:M1", "yolov2:M1", "the same grid")],
            "evidence": [2, 1],
        },
    }
    assert told(before, after) == [
        ("answer.alignments[yolo:M1→yolov2:M1].similarity", "alike", "the same grid"),
        ("answer.alignments[yolo:M2→yolov2:M1]", None, edge("yolo:M2", "yolov2:M1")),
        ("answer.dynamics", "mutation", "hybridization"),
        ("answer.evidence", [1, 2], [2, 1]),
        ("answer.fates[yolo:M1]", "inherited", "mutated"),
        ("answer.origins[yolov2:M3]", "novel", "external"),
        ("answer.provenance[yolov2:M3]", None, {"kind": "paper", "paper": "faster"}),
    ]
    assert told(after, after) == []


def test_a_text_is_told_by_its_hash() -> None:
    before, after = {"text": "old", "text_sha256": "a"}, {"text": "new", "text_sha256": "b"}
    assert told(before, after) == [("text_sha256", "a", "b")]


def test_each_changed_row_is_a_revision_with_its_reason() -> None:
    older = Reason("annotator_error", "An earlier paper had it.", "adjudicator", "2026-01-01T00:00:00Z")
    before = [("diffs/a__b", row(id="a__b", rule=2)), ("objects/a:M1", row(id="a:M1")), ("papers/a", row(id="a"))]
    after = [("diffs/a__b", row(id="a__b", rule=1)), ("papers/a", row(id="a")), ("papers/b", row(id="b"))]
    found = list(
        revisions("2.0.0", changed_rows(before, after), lambda table, _id: older if table == "diffs" else NOTES)
    )
    assert [(each.id, each.kind, each.why, each.role) for each in found] == [
        ("2.0.0/diffs/a__b", "changed", older.why, "adjudicator"),
        ("2.0.0/objects/a:M1", "withdrawn", NOTES.why, "admin"),
        ("2.0.0/papers/b", "added", NOTES.why, "admin"),
    ]
    assert found[0].changes == (FieldChange(field="rule", before=2, after=1),)
    assert found[1].changes == found[2].changes == ()
    assert [from_json(RevisionRecord, to_json(each)) for each in found] == found


ROWS = st.dictionaries(st.text("abc/", max_size=3), st.binary(max_size=1), max_size=8)


@settings(max_examples=100)
@given(ROWS, ROWS)
def test_rows_are_compared_side_by_side(before: dict[str, bytes], after: dict[str, bytes]) -> None:
    """The merge of two sorted streams finds what a comparison of two dictionaries finds."""
    found = list(changed_rows(sorted(before.items()), sorted(after.items())))
    assert found == [
        ChangedRow(key, before.get(key), after.get(key))
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key)
    ]
    assert (gold_hash(before) == gold_hash(after)) == (before == after)


def gold_hash(rows: dict[str, bytes]) -> str:
    digest = GoldHash()
    assert list(digest.over(sorted(rows.items()))) == sorted(rows.items())
    return digest.hexdigest()
