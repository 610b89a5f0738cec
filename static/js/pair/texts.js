/* The two papers' texts below the genomes: loaded when first opened, scrolled to a place, and selected from.
   Offsets are code points of the whole text: a line's data-start plus the characters before the selection in it. */
import { explain, send } from "../requests.js";
import { toast } from "../toasts.js";

export class Texts {
  constructor(page, onCite = null) {
    Object.assign(this, { page, onCite, section: document.getElementById("texts"), loaded: null, selected: null });
    this.button = document.getElementById("toggle-texts");
    this.button.addEventListener("click", () => (this.section.hidden ? this.open() : this.close()));
    document.addEventListener("click", (event) => {
      const place = event.target.closest("[data-place][data-paper]");
      if (place) this.open(place.dataset.paper, Number(place.dataset.place));
    });
    document.addEventListener("selectionchange", () => this.#selectionChanged());
  }

  async open(paper = "", start = 0, end = start + 1) {
    this.section.hidden = false;
    this.button.setAttribute("aria-pressed", "true");
    this.loaded ??= this.#load();
    if (!(await this.loaded)) return;
    if (paper) this.#show(paper, start, end);
  }

  close() {
    this.section.hidden = true;
    this.button.setAttribute("aria-pressed", "false");
    this.button.focus();
  }

  async #load() {
    try {
      const { html } = await send(this.page.textsUrl);
      this.section.replaceChildren(...nodesOf(html));
    } catch (failure) {
      if (failure.name !== "RequestFailure") throw failure;
      this.loaded = null;
      toast(explain(failure), { tone: "bad" });
      this.close();
      return false;
    }
    this.section.addEventListener("click", (event) => {
      if (event.target.closest("[data-close-texts]")) this.close();
      const cite = event.target.closest("[data-cite]");
      if (cite && this.selected) this.onCite?.(cite.dataset.cite, this.selected);
    });
    for (const button of this.section.querySelectorAll("[data-cite]")) button.addEventListener("pointerdown", (event) => event.preventDefault());
    return true;
  }

  #column(paper) {
    return this.section.querySelector(`[data-paper="${CSS.escape(paper)}"]`);
  }

  /* Selects the place, so that it shows and can be cited at once. */
  #show(paper, start, end) {
    const column = this.#column(paper);
    const range = column && rangeOf(column, start, end);
    if (!range) return;
    range.startContainer.parentElement.scrollIntoView({ block: "center" });
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }

  #selectionChanged() {
    if (this.section.hidden || !this.loaded) return;
    this.selected = pointerOf(getSelection(), this.section);
    for (const button of this.section.querySelectorAll("[data-cite]")) button.disabled = !this.selected || !this.onCite;
    const quote = this.section.querySelector("[data-selection-quote]");
    if (!quote) return;
    quote.hidden = !this.selected;
    this.section.querySelector("[data-selection-none]").hidden = Boolean(this.selected);
    if (this.selected) quote.textContent = this.selected.quote;
  }
}

export function nodesOf(html) {
  return new DOMParser().parseFromString(html, "text/html").body.childNodes;
}

const lineAt = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement).closest("[data-start]");
const length = (text) => Array.from(text).length;

/* {paper, start, end, quote, place} of a selection within one text, without blanks at its ends; null when there is none. */
function pointerOf(selection, section) {
  if (selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const column = lineAt(range.startContainer)?.parentElement;
  if (!column || !section.contains(column) || lineAt(range.endContainer)?.parentElement !== column) return null;
  const text = Array.from([...column.querySelectorAll("[data-start]")].map((line) => line.textContent).join("\n"));
  let start = offsetOf(range.startContainer, range.startOffset);
  let end = offsetOf(range.endContainer, range.endOffset);
  while (start < end && !text[start].trim()) start += 1;
  while (end > start && !text[end - 1].trim()) end -= 1;
  if (start === end) return null;
  const place = lineAt(range.startContainer).dataset.name;
  return { paper: column.dataset.paper, start, end, quote: text.slice(start, end).join(""), place };
}

function offsetOf(node, offset) {
  const line = lineAt(node);
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEnd(node, offset);
  return Number(line.dataset.start) + length(before.toString());
}

function rangeOf(column, start, end) {
  const lines = [...column.querySelectorAll("[data-start]")];
  const range = document.createRange();
  const at = (offset) => {
    const line = lines.findLast((each) => Number(each.dataset.start) <= offset);
    const within = Array.from(line.textContent).slice(0, offset - Number(line.dataset.start)).join("").length;
    return [line.firstChild ?? line, line.firstChild ? within : 0];
  };
  if (lines.length === 0) return null;
  range.setStart(...at(start));
  range.setEnd(...at(end));
  return range;
}
