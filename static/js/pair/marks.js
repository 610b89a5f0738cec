/* Marks words in the text of an element, and takes the marks away again. What is a word is what diffs/similarity.py says:
   runs of letters, and pairs of characters in scripts whose words are not told apart by blanks; TeX commands name nothing. */

const PAIRED = "\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7a3";
const RUN = new RegExp(`\\\\[A-Za-z]+|[${PAIRED}]+|(?:(?![${PAIRED}])\\p{L})+`, "gu");
const BY_PAIRS = new RegExp(`^[${PAIRED}]`, "u");

export function mark(element, words) {
  const wanted = new Set(words);
  if (!wanted.size) return;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) => (node.parentElement.closest(".math") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  for (const node of nodes) wrap(node, spansOf(node.data, wanted));
}

export function unmark(element) {
  for (const each of element.querySelectorAll("mark[data-shared]")) {
    const parent = each.parentNode;
    each.replaceWith(...each.childNodes);
    parent.normalize();
  }
}

/* [start, end] of each wanted word, in order; those that touch are one. */
function spansOf(text, wanted) {
  const spans = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (BY_PAIRS.test(run)) {
      for (let at = 0; at < run.length - 1; at += 1) if (wanted.has(run.slice(at, at + 2))) add(spans, index + at, index + at + 2);
    } else if (wanted.has(run.toLowerCase())) add(spans, index, index + run.length);
  }
  return spans;
}

function add(spans, start, end) {
  const last = spans.at(-1);
  if (last && start <= last[1]) last[1] = end;
  else spans.push([start, end]);
}

/* From the end of the text, so that places before a mark stay what they were. */
function wrap(node, spans) {
  for (const [start, end] of spans.reverse()) {
    const word = node.splitText(start);
    word.splitText(end - start);
    const around = document.createElement("mark");
    around.dataset.shared = "";
    word.replaceWith(around);
    around.append(word);
  }
}
