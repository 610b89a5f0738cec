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

export function renderMath(root) {
  for (const element of root.querySelectorAll(".math:not([data-rendered])")) render(element);
}

renderMath(document);
document.addEventListener("htmx:load", ({ detail }) => renderMath(detail.elt));
