"""The browser counts a selection to the same place as the server, and finds the place again, in every script."""

from typing import Any

import pytest
from playwright.sync_api import Page

from genomes.anchoring import utf16_to_code_point
from tests.genomes.test_anchor_offsets import CASES

pytestmark = pytest.mark.journey

# Two runs with a gap of the text between them, as the genome screen writes them; the first one has marks inside.
SELECT = """async ([first, second, gap, start, end]) => {
  const { spanOf, rangeOf } = await import("/static/js/genome/offsets.js");
  const reading = document.createElement("div");
  const units = first.length;
  const points = [...first].length;
  for (const [text, from, between] of [[first, 0, ""], [second, points + [...gap].length, gap]]) {
    const run = document.createElement("p");
    run.dataset.run = "";
    run.dataset.start = from;
    run.dataset.end = from + [...text].length;
    run.dataset.gap = between;
    const mark = document.createElement("mark");
    const characters = [...text];
    mark.textContent = characters.slice(0, 1).join("");
    run.append(mark, characters.slice(1).join(""));
    reading.append(run);
  }
  document.body.append(reading);
  const range = document.createRange();
  const put = (edge, offset) => {
    const [run, at] = offset <= units ? [reading.firstChild, offset] : [reading.lastChild, offset - units - gap.length];
    const [inMark, rest] = [run.firstChild.firstChild, run.lastChild];
    if (at <= inMark.data.length) range[edge](inMark, at);
    else range[edge](rest, at - inMark.data.length);
  };
  put("setStart", start);
  put("setEnd", end);
  const span = spanOf(range, reading);
  const found = rangeOf(span, reading).toString();
  reading.remove();
  return { ...span, found };
}"""


def select(page: Page, first: str, second: str, start: int, end: int, gap: str = "\n\n") -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(SELECT, [first, second, gap, start, end])
    return found


def test_a_selection_is_counted_in_code_points(shell: Page) -> None:
    for text, words, start, end in CASES:
        span = select(shell, text, "another run", start, end)
        first, last = utf16_to_code_point(text, start), utf16_to_code_point(text, end)
        assert (span["start"], span["end"], span["quote"], span["found"]) == (first, last, words, words)
    # from one passage into the next: the text between them is part of the quote, though it stands on no line
    for text, _words, _start, _end in CASES:
        whole = f"{text}\n\n{text}"
        span = select(shell, text, text, 0, len(whole.encode("utf-16-le")) // 2)
        assert (span["start"], span["end"], span["quote"]) == (0, len(whole), whole)
