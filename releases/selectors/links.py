"""The chain below a record for one reader: whole, or only that it is sealed."""

from collections.abc import Mapping
from typing import Any

from annotation.models import User
from releases.models import Release
from releases.permissions import can_freeze
from releases.selectors.chain import SEALED, Chain, chain_of
from releases.selectors.sealed import sealed_row


def chain_for(reader: User, release: Release, metadata: Mapping[str, Any], instance: str = "") -> Chain:
    """`instance` is the id that the item goes out under. The metadata of a sealed one leads to no paper."""
    may_know = can_freeze(reader, release.project)
    if "source_versions" in metadata:
        return chain_of(release, metadata, reader, sealed=may_know)
    held = sealed_row(release, "exam", instance) if may_know else None
    return chain_of(release, {**metadata, **held["metadata"]}, reader, sealed=True) if held else SEALED


def metadata_of(table: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """For a record that is no exam item, what an item drawn from it alone would say of its origin."""
    papers, objects, pair, trace = _parts[table](row)
    return {
        "pair": pair,
        "trace": trace,
        "trace_length": len(papers) if trace else None,
        "source_versions": dict.fromkeys(papers, ""),
        "labels": {f"O{number}": each for number, each in enumerate(objects, start=1)},
    }


_Parts = tuple[list[str], list[str], str | None, str | None]


def _of_diff(row: Mapping[str, Any]) -> _Parts:
    answer = row["answer"]
    return [row["source"], row["target"]], [*answer["fates"], *answer["origins"]], row["id"], None


def _of_alignment(row: Mapping[str, Any]) -> _Parts:
    ends = [row["source"], row["target"]]
    return list(dict.fromkeys(each.rpartition(":")[0] for each in ends)), ends, row["diff"], None


_parts: Mapping[str, Any] = {
    "papers": lambda row: ([row["id"]], [], None, None),
    "objects": lambda row: ([row["paper"]], [row["id"]], None, None),
    "diffs": _of_diff,
    "alignments": _of_alignment,
    "traces": lambda row: (row["papers"], [], None, row["id"]),
}
