/* Renders TeX: <span class="math" data-tex="…">source as a fallback</span>; data-display for an equation of its own line.
   KaTeX builds elements and sets their style through the CSSOM, which a strict content policy allows; it is fetched only when needed.
   An element's text is replaced, so offsets into a passage must be counted in the stored text, never in a rendered equation. */
import "../vendor/katex/katex.min.js";

const LIMITS = { strict: "ignore", trust: false, maxSize: 20, maxExpand: 500 };

/* A formula that KaTeX cannot read stays as its source, marked; the reason is its title. */
function render(element) {
  const tex = element.dataset.tex ?? element.textContent;
  element.dataset.rendered = "";
  const rendered = document.createElement("span");
  try {
    const tree = globalThis.katex.__renderToDomTree(tex, { displayMode: "display" in element.dataset, ...LIMITS });
    withoutStyleAttributes(tree);
    rendered.append(tree.toNode());
  } catch (error) {
    if (!(error instanceof globalThis.katex.ParseError)) throw error;
    element.dataset.rendered = "failed";
    element.title = error.message;
    return;
  }
  element.replaceChildren(...rendered.childNodes);
}

/* The copy in MathML, which is heard and not seen, would get style attributes, which the content policy forbids. */
function withoutStyleAttributes(node) {
  if (node.attributes?.style && node.style === undefined) delete node.attributes.style;
  for (const child of node.children ?? []) withoutStyleAttributes(child);
}

/* A formula that is wider than its line scrolls; then it is a stop of Tab, so that arrows can scroll it, too. */
async function makeReachable(formulas) {
  await document.fonts.ready; // before that, widths are those of other letters
  for (const each of formulas) if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
}

export function renderMath(root) {
  const formulas = [...root.querySelectorAll(".math:not([data-rendered])")];
  for (const element of formulas) render(element);
  void makeReachable(formulas.filter((each) => "display" in each.dataset));
}

renderMath(document);
document.addEventListener("htmx:load", ({ detail }) => renderMath(detail.elt));
