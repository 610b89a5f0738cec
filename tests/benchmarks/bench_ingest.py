"""Every real paper beside the checkout, read: `python -m tests.benchmarks.bench_ingest`.

For each file of ../shared/data/jats, pdf and citations, and the TEI sample: format, pages, passages, seconds, what
came of it, and how many times as long as the bare parser it took (pdfium's text of all pages; lxml's tree) in the same
run. Seconds are the median of the runs, after one to warm up. A paper of 84 pages is made of the longest PDF six times.
"""

import argparse
import io
import re
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pypdfium2
from lxml import etree

from genomes.ingest import UnreadableFile, read_document
from genomes.metadata import read_metadata
from tests.benchmarks.report import BASE, machine, table, tell
from tests.shared_data import SHARED_DATA

HEADING = "## Real files tried"
LONGEST, TIMES = "twocol_tracemonkey_pldi09.pdf", 6
HEADS = ["file", "format", "pages", "passages", "seconds", "times bare", "outcome"]
_BARE_REFUSALS = (pypdfium2.PdfiumError, etree.XMLSyntaxError, ValueError)


def papers() -> Iterator[tuple[str, bytes]]:
    """(name, bytes) of every file, the made one last."""
    for path in sorted(p for folder in ("jats", "pdf") for p in (SHARED_DATA / folder).iterdir()):
        yield path.name, path.read_bytes()
    sample = SHARED_DATA / "exports" / "tei_sample.xml"
    yield sample.name, sample.read_bytes()
    yield f"{LONGEST} × {TIMES}", repeated((SHARED_DATA / "pdf" / LONGEST).read_bytes())


def repeated(data: bytes) -> bytes:
    with closing(pypdfium2.PdfDocument.new()) as made, closing(pypdfium2.PdfDocument(data)) as source:
        for _ in range(TIMES):
            made.import_pages(source)
        saved = io.BytesIO()
        made.save(saved)
    return saved.getvalue()


def bare(data: bytes) -> None:
    """The least that any reader of the file does."""
    if data.startswith(b"%PDF-"):
        with closing(pypdfium2.PdfDocument(data)) as pdf:
            for page in pdf:
                page.get_textpage().get_text_bounded()
    else:
        etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False))


def seconds(work: Callable[[], object], runs: int) -> float:
    work()
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def measure(name: str, data: bytes, runs: int) -> dict[str, Any]:
    try:
        kind, document = read_document(data, name)
    except UnreadableFile as refusal:
        return {"file": name, "outcome": f"refused: {refusal}"}
    found: dict[str, Any] = {
        "file": name,
        "format": kind,
        "pages": len(document.page_starts) or None,
        "passages": len(document.passages),
        "characters": len(document.text),
        "references": len(document.references),
        "seconds": seconds(lambda: read_document(data, name), runs),
        "outcome": "read",
    }
    try:
        found["bare"] = seconds(lambda: bare(data), runs)
    except _BARE_REFUSALS as refusal:
        found["outcome"] += f"; the bare parser refuses it ({refusal})"
    return found


def measure_metadata(name: str, data: bytes, runs: int) -> dict[str, Any]:
    """A file that describes works and holds none."""
    try:
        kind, records, notes = read_metadata(data, name)
    except UnreadableFile as refusal:
        return {"file": name, "outcome": f"refused: {refusal}"}
    references = sum(len(record.references) for record in records)
    came = f"works {len(records)}, references {references}"
    return {
        "file": name,
        "format": kind,
        "seconds": seconds(lambda: read_metadata(data, name), runs),
        "outcome": f"{came}, {len(notes)} entries noted" if notes else came,
    }


def row(found: dict[str, Any]) -> list[str]:
    ratio = f"{found['seconds'] / found['bare']:.1f}" if "bare" in found else "–"
    took = f"{found['seconds']:.3f}" if "seconds" in found else "–"
    known = [str(found.get(name) or "–") for name in ("format", "pages", "passages")]
    return [found["file"], *known, took, ratio, found["outcome"]]


def markdown(result: dict[str, Any]) -> str:
    """The section of docs/measurements.md."""
    state = result["machine"]
    lines = [
        f"{state['when'][:10]}, commit {state['commit']}, {state['cores']} cores, load {state['load'][0]} at first."
        ' Seconds are medians; "times bare" compares with the bare parser in the same run (pdfium\'s text of all pages;'
        " lxml's tree), so it holds better than the seconds.",
        "",
        f"| {' | '.join(HEADS)} |",
        "| --- | --- | ---: | ---: | ---: | ---: | --- |",
        *(f"| {' | '.join(row(found))} |" for found in result["files"]),
    ]
    return "\n".join(lines)


def write(section: str, path: Path) -> None:
    """Put the section in place of the one under its heading, or before the last section ("Repeat")."""
    text = path.read_text(encoding="utf-8")
    block = f"{HEADING}\n\n{section}\n\n"
    old = re.compile(rf"^{re.escape(HEADING)}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    if old.search(text):
        text = old.sub(lambda _: block, text, count=1)
    else:
        before = text.index("## Repeat")
        text = text[:before] + block + text[before:]
    path.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="timed runs of each file (5)")
    parser.add_argument("--write", action="store_true", help=f"put the table into docs/measurements.md, {HEADING!r}")
    parser.add_argument("--json", type=Path, help="write the JSON there instead of below the table")
    arguments = parser.parse_args()
    state = machine()
    result: dict[str, Any] = {
        "machine": state,
        "files": [
            *(measure(name, data, arguments.runs) for name, data in papers()),
            *(
                measure_metadata(path.name, path.read_bytes(), arguments.runs)
                for path in sorted((SHARED_DATA / "citations").iterdir())
            ),
        ],
    }
    print(" · ".join(f"{name} {value}" for name, value in state.items()))
    print(f"\n{table(HEADS, [row(found) for found in result['files']])}")
    if arguments.write:
        write(markdown(result), BASE / "docs" / "measurements.md")
    tell(result, arguments.json)


if __name__ == "__main__":
    main()
