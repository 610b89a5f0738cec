/* The place that is picked for evidence: from a selection of text, from whole sentences by key, or a whole passage.
   It stays picked (and tinted) when the selection itself goes away, because a form takes the focus. */
import { codePoints, rangeOf, spanOf } from "./offsets.js";

const listeners = new Set();
let picked = null; // {start, end, quote, name, passage}

export function onPick(listener) {
  listeners.add(listener);
}

export function currentPick() {
  return picked;
}

export function passageOf(node) {
  const element = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement;
  return element?.closest(".passage, .section-name") ?? null;
}

/* CSS highlights tint a range without touching the text. */
export function tint(name, range) {
  if (!globalThis.CSS?.highlights) return;
  if (range) CSS.highlights.set(name, new Highlight(range));
  else CSS.highlights.delete(name);
}

function tell() {
  for (const listener of listeners) listener(picked);
}

export function pickRange(range, reading) {
  const span = spanOf(range, reading);
  if (!span) return null;
  const exact = rangeOf(span, reading);
  picked = { ...span, passage: passageOf(exact?.startContainer), range: exact };
  tint("picked", exact);
  tell();
  return picked;
}

export function pickElement(element, reading) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return pickRange(range, reading);
}

export function letGo({ deselect = true } = {}) {
  if (!picked) return;
  picked = null;
  tint("picked", null);
  if (deselect) document.getSelection()?.removeAllRanges();
  tell();
}

/* What a key picks one after the other: sentences, or the rows of a table, each with where it starts in the text. */
function piecesOf(passage) {
  const sentences = [...passage.querySelectorAll(".sentence")];
  const pieces = sentences.length && !passage.querySelector("tr") ? sentences : [...passage.querySelectorAll(".sentence, tr")];
  return pieces.map((piece) => ({ piece, start: Number(piece.dataset.start ?? piece.querySelector("[data-run]")?.dataset.start) }));
}

/* Select the next sentence of a passage, or the next row of a table; `longer` adds it to what is picked. */
export function pickSentence(passage, reading, { longer = false } = {}) {
  const pieces = piecesOf(passage);
  if (!pieces.length) return pickElement(passage, reading);
  const here = picked && passage.contains(picked.range?.startContainer) ? picked : null;
  const next = pieces.find(({ start }) => start >= (here?.end ?? 0)) ?? (longer ? null : pieces[0]);
  if (!next) return here;
  const range = document.createRange();
  range.selectNodeContents(next.piece);
  if (longer && here) range.setStart(here.range.startContainer, here.range.startOffset);
  return pickRange(range, reading);
}

export function describe(pick, words) {
  const name = pick.passage?.dataset.name ?? "";
  return [name, words.characters.replace("{count}", codePoints(pick.quote))].filter(Boolean).join(" · ");
}

export function startSelection(reading) {
  let settling = 0;
  document.addEventListener("selectionchange", () => {
    clearTimeout(settling);
    settling = setTimeout(() => settle(reading), 120);
  });
}

/* Nothing is let go while a form has the focus: then the selection is the form's own. */
function settle(reading) {
  const selection = document.getSelection();
  const inside = selection.rangeCount && reading.contains(selection.getRangeAt(0).commonAncestorContainer);
  if (inside && !selection.isCollapsed) pickRange(selection.getRangeAt(0), reading);
  else if (inside && picked) letGo({ deselect: false });
}
