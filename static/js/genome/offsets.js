/* Between what is selected on the page and offsets into the paper's text.
   The page shows runs ([data-run]) of exact text; offsets are code points, while the browser counts UTF-16 units: the
   conversion happens here and nowhere else. A drawn formula (.math) counts as the source that it stands for. */

const SURROGATE_PAIRS = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;
const DEFAULT_GAP = "\n\n";

export function codePoints(text) {
  return text.length - (text.match(SURROGATE_PAIRS)?.length ?? 0);
}

function slice(text, start, end = Infinity) {
  return codePoints(text) === text.length ? text.slice(start, end) : [...text].slice(start, end).join("");
}

function isFormula(node) {
  return node.nodeType === Node.ELEMENT_NODE && node.matches(".math[data-source]");
}

function* leavesOf(node) {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE || isFormula(child)) yield child;
    else yield* leavesOf(child);
  }
}

function sourceOf(leaf) {
  return leaf.nodeType === Node.TEXT_NODE ? leaf.data : leaf.dataset.source;
}

export function textOf(run) {
  return [...leavesOf(run)].map(sourceOf).join("");
}

function runsIn(reading) {
  return [...reading.querySelectorAll("[data-run]")];
}

/* Code points of a run that lie before a boundary of a range; `edge` says to which side a formula is rounded. */
function countBefore(run, container, offset, edge) {
  const before = document.createRange();
  before.setStart(run, 0);
  before.setEnd(container, offset);
  let count = 0;
  for (const leaf of leavesOf(run)) {
    if (leaf === container) return count + codePoints(leaf.data.slice(0, offset));
    if (isFormula(leaf) && leaf.contains(container)) return count + (edge === "end" ? codePoints(sourceOf(leaf)) : 0);
    if (!before.intersectsNode(leaf)) return count;
    count += codePoints(sourceOf(leaf));
  }
  return count;
}

function endsBefore(run, range) {
  const all = document.createRange();
  all.selectNodeContents(run);
  return range.compareBoundaryPoints(Range.END_TO_START, all) >= 0; // the run's end is not after the range's start
}

function startsAfter(run, range) {
  const all = document.createRange();
  all.selectNodeContents(run);
  return range.compareBoundaryPoints(Range.START_TO_END, all) <= 0;
}

/* {start, end, quote} of a range in code points, without blank edges; null when it holds no text of the paper. */
export function spanOf(range, reading) {
  const runs = runsIn(reading).filter((run) => !endsBefore(run, range) && !startsAfter(run, range));
  if (!runs.length) return null;
  const [first, last] = [runs[0], runs.at(-1)];
  const inFirst = first.contains(range.startContainer) ? countBefore(first, range.startContainer, range.startOffset, "start") : 0;
  const inLast = last.contains(range.endContainer) ? countBefore(last, range.endContainer, range.endOffset, "end") : codePoints(textOf(last));
  const quote = first === last ? slice(textOf(first), inFirst, inLast) : quoteOver(runs, inFirst, inLast);
  return trimmed({ start: Number(first.dataset.start) + inFirst, end: Number(last.dataset.start) + inLast, quote });
}

function quoteOver(runs, inFirst, inLast) {
  const parts = runs.map((run, index) => {
    const gap = index === 0 ? "" : (run.dataset.gap ?? DEFAULT_GAP);
    return gap + slice(textOf(run), index === 0 ? inFirst : 0, index === runs.length - 1 ? inLast : Infinity);
  });
  return parts.join("");
}

function trimmed({ start, end, quote }) {
  const left = codePoints(quote.slice(0, quote.length - quote.trimStart().length));
  const right = codePoints(quote.slice(quote.trimEnd().length));
  const words = quote.trim();
  return words ? { start: start + left, end: end - right, quote: words } : null;
}

/* A range over the page for offsets into the text; null when they lie in no run. */
export function rangeOf({ start, end }, reading) {
  const runs = runsIn(reading).filter((run) => Number(run.dataset.start) < end && start < Number(run.dataset.end));
  if (!runs.length) return null;
  const range = document.createRange();
  place(range, "setStart", runs[0], start);
  place(range, "setEnd", runs.at(-1), end);
  return range;
}

function place(range, edge, run, position) {
  let left = Math.max(position - Number(run.dataset.start), 0);
  for (const leaf of leavesOf(run)) {
    const length = codePoints(sourceOf(leaf));
    if (left <= length && (left < length || edge === "setEnd")) {
      if (leaf.nodeType === Node.TEXT_NODE) return range[edge](leaf, slice(leaf.data, 0, left).length);
      return range[`${edge}${edge === "setStart" ? "Before" : "After"}`](leaf);
    }
    left -= length;
  }
  return range[edge](run, run.childNodes.length);
}
