"""Plain text: the canonical text is the file's own text; blank lines part paragraphs.

A heading is recognised only where it is plain: one short line between blank lines, without a full stop, that is
numbered ("2.1 Data"), a customary name ("Methods") or in capitals. A short first line is the title.
"""

import re
from collections.abc import Iterator

from evaluator.vocabulary import PassageKind

from .document import ParsedDocument, ParsedMetadata
from .outline import Outline
from .text import decode_text

TITLE_LENGTH = 300
HEADING_LENGTH = 120
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,3})\.?[ \t]+\S")
_CUSTOMARY = frozenset((
    "abstract", "introduction", "background", "motivation", "problem statement", "related work", "methods", "method",
    "materials and methods", "methodology", "approach", "model", "data", "experiments", "results",
    "results and discussion", "evaluation", "analysis", "discussion", "limitations", "conclusion", "conclusions",
    "future work", "summary", "acknowledgements", "acknowledgments", "references", "bibliography", "appendix",
))  # fmt: skip


def read_plain(data: bytes) -> ParsedDocument:
    text = decode_text(data)
    blocks = list(_blocks(text))
    title = _title(text, blocks)
    outline = Outline()
    outline.open(PassageKind.SECTION, title)
    depths: list[int] = []
    for index, (start, end) in enumerate(blocks):
        if index == 0 and title:
            outline.cover(start, end)
            continue
        depth = _heading_depth(text[start:end])
        if depth:
            while depths and depths[-1] >= depth:
                outline.close()
                depths.pop()
            depths.append(depth)
            outline.open(PassageKind.SECTION, text[start:end])
            outline.cover(start, end)
        else:
            write_paragraph(outline, text, start, end)
    return ParsedDocument(text, outline.passages(), ParsedMetadata(title=title))


def write_paragraph(outline: Outline, text: str, start: int, end: int) -> None:
    with outline.within(PassageKind.PARAGRAPH):
        outline.cover(start, end)
        outline.sentences(start, text[start:end])


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Offsets of runs of lines that are not blank, without blank edges."""
    first, last, position = -1, -1, 0
    for line in text.split("\n"):
        if line.strip():
            if first < 0:
                first = position + len(line) - len(line.lstrip())
            last = position + len(line.rstrip())
        elif first >= 0:
            yield first, last
            first = -1
        position += len(line) + 1
    if first >= 0:
        yield first, last


def _title(text: str, blocks: list[tuple[int, int]]) -> str:
    """The first line, when it stands alone, is short, is no sentence and something follows it."""
    start, end = blocks[0]
    line = text[start:end]
    is_line = "\n" not in line and len(line) <= TITLE_LENGTH and line[-1] not in ".;,。"
    return line if len(blocks) > 1 and is_line and line.lower() not in _CUSTOMARY else ""


def _heading_depth(block: str) -> int:
    """Depth of a heading (1 for "2 Data", 2 for "2.1 Sources"), 0 for what is none."""
    if "\n" in block or len(block) > HEADING_LENGTH or block[-1] in ".,;:!?。！？":
        return 0
    numbered = _NUMBERED.match(block)
    if numbered:
        return numbered[1].count(".") + 1
    is_capitals = block.isupper() and sum(map(str.isalpha, block)) > 3
    return 1 if is_capitals or block.lower() in _CUSTOMARY else 0
