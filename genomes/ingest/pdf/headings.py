"""Which blocks are headings, and how deep they lie."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from .blocks import Block, Kind, Measures

_LONGEST = 200
_LARGER = 1.1
_NUMBERED = re.compile(
    r"(?:(?P<number>\d{1,2}(?:\.\d{1,2}){0,4})\.?|(?P<roman>[IVX]{1,5})\.|(?P<letter>[A-H])(?:(?:\.\d{1,2})+\.?|\.)|"
    r"(?P<appendix>(?:Appendix|APPENDIX)(?:\s+[A-Z\d])?)[.:]?)\s+(?=[^\W\d_]|[“\"(])"
)
_CUSTOMARY = frozenset((
    "abstract", "summary", "introduction", "background", "related work", "methods", "method", "materials and methods",
    "methodology", "results", "results and discussion", "discussion", "experiments", "evaluation", "limitations",
    "conclusion", "conclusions", "conclusions and future work", "future work", "acknowledgements", "acknowledgments",
    "acknowledgement", "acknowledgment", "references", "bibliography", "literature cited", "works cited", "appendix",
    "supplementary material", "funding", "data availability", "author contributions", "competing interests",
    "초록", "요약", "서론", "결론", "참고문헌", "참고 문헌", "摘要", "引言", "结论", "参考文献", "はじめに",
))  # fmt: skip
_REFERENCES = frozenset((
    "references", "bibliography", "literature cited", "works cited", "references and notes", "literature",
    "참고문헌", "참고 문헌", "参考文献",
))  # fmt: skip
RUN_IN_ABSTRACT = re.compile(r"Abstract\s*[—–:.-]|ABSTRACT\s*[—–:.-]")


class Heading(NamedTuple):
    """depth 1 for a main section."""

    depth: int
    is_references: bool


class _Look(NamedTuple):
    size: float
    bold: bool
    italic: bool
    capitals: bool


def bare_title(text: str) -> str:
    """The heading without its number, lower case."""
    return " ".join(_NUMBERED.sub("", text, count=1).split()).rstrip(".:").lower()


def is_named_as_heading(text: str) -> bool:
    """Numbered, or called as sections are: no title of a paper."""
    return _NUMBERED.match(text) is not None or bare_title(text) in _CUSTOMARY


def find_headings(blocks: Sequence[Block], usual: Measures) -> dict[int, Heading]:
    """Index of a block → what kind of heading it is; marks those blocks as headings."""
    found: dict[int, Heading] = {}
    looks: dict[_Look, int] = {}
    plain: list[int] = []
    has_begun = False
    has_roman = False
    for index, block in enumerate(blocks):
        if block.kind not in (Kind.PROSE, Kind.SMALL) or not _may_be(block):
            continue
        title, numbered = bare_title(block.text), _NUMBERED.match(block.text)
        if title in _CUSTOMARY and (
            numbered or _is_emphasised(block, usual) or (len(block.lines) == 1 and _stands(block))
        ):
            depth = _depth(numbered, has_roman=has_roman) if numbered else 1
        elif numbered and (_is_emphasised(block, usual) or (block.italic and has_roman)):
            depth = _depth(numbered, has_roman=has_roman)
        else:
            if has_begun and _is_plain_heading(block, blocks[index + 1 :], usual):
                plain.append(index)
            continue
        has_begun = True
        has_roman = has_roman or (numbered is not None and numbered["roman"] is not None)
        found[index] = Heading(depth, title in _REFERENCES)
        looks[_look(block)] = min(depth, looks.get(_look(block), depth))
    for index, depth in _depths(plain, blocks, looks).items():
        found[index] = Heading(depth, is_references=False)
    for index in found:
        blocks[index].kind = Kind.HEADING
    return dict(sorted(found.items()))


def _may_be(block: Block) -> bool:
    text = block.text
    letters = sum(map(str.isalpha, text))
    return (
        len(block.lines) <= 3
        and len(text) <= _LONGEST
        and letters >= 2
        and text[-1] not in ",;"
        and letters * 2 > len(text)
    )


def _is_emphasised(block: Block, usual: Measures) -> bool:
    letters = sum(map(str.isalpha, block.text))
    return block.bold or block.size >= _LARGER * usual.size or (block.text.isupper() and letters >= 4)


def _stands(block: Block) -> bool:
    """Not the middle of a table or of small print."""
    return block.kind == Kind.PROSE


def _is_plain_heading(block: Block, following: Sequence[Block], usual: Measures) -> bool:
    """No number, no customary name: larger or bold, begins like a title, ends like one, and prose follows it."""
    text = block.text
    begins = text[0].isupper() or ord(text[0]) > 0x2E80
    larger = block.size >= _LARGER * usual.size
    weighty = larger or (block.bold and block.size >= 0.97 * usual.size)
    prose = following and following[0].kind == Kind.PROSE and following[0].page - block.page <= 1
    return bool(begins and weighty and text[-1] not in ".:" and prose)


def _depth(numbered: re.Match[str], *, has_roman: bool) -> int:
    """By the number: "3.1" 2; a letter is a main section (an appendix), or lies below roman numbers."""
    if numbered["number"]:
        return numbered["number"].count(".") + 1
    if numbered["letter"]:
        dots = numbered[0].rstrip(" .").count(".")
        return dots + 2 if has_roman else dots + 1
    return 1


def _look(block: Block) -> _Look:
    return _Look(round(block.size * 2) / 2, block.bold, block.italic, block.text.isupper())


def _depths(plain: Sequence[int], blocks: Sequence[Block], looks: dict[_Look, int]) -> dict[int, int]:
    """Headings that look alike lie equally deep; among others the larger lies higher."""
    others = sorted(
        {_look(blocks[index]) for index in plain} - set(looks), key=lambda look: (-look.size, not look.bold)
    )
    known = [(look.size, depth) for look, depth in looks.items()]
    for rank, look in enumerate(others):
        larger = [depth for size, depth in known if size > look.size]
        looks[look] = min(max(larger, default=rank if not known else 0) + 1, 4)
    return {index: looks[_look(blocks[index])] for index in plain}
