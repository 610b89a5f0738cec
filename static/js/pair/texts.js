/* The two papers' texts below the genomes: loaded when first opened, scrolled to a place, and selected from. While they are open they
   follow the cursor: the evidence of its object, and of the objects it is linked with, is tinted at its place on both sides.
   Offsets are code points of the whole text (js/genome/offsets.js counts them); a drawn formula counts as its source. */
import { rangeOf, spanOf } from "../genome/offsets.js";
import { bindKey } from "../keys.js";
import { renderMath } from "../math.js";
import { explain, send } from "../requests.js";
import { toast } from "../toasts.js";
import { inFormulas } from "./formulas.js";

const CITE_KEYS = { r: "evidence", a: "edge", y: "transition_evidence" };

export class Texts {
  constructor(page, { cursor = null, pointersAt = () => [], onCite = null } = {}) {
    Object.assign(this, { page, cursor, pointersAt, onCite, section: document.getElementById("texts"), loaded: null, selected: null, at: 0 });
    this.button = document.getElementById("toggle-texts");
    this.button.addEventListener("click", () => (this.section.hidden ? this.openHere() : this.close()));
    document.addEventListener("click", (event) => {
      const place = event.target.closest("[data-place][data-paper]");
      if (place) this.open(place.dataset.paper, Number(place.dataset.place), Number(place.dataset.until));
    });
    document.addEventListener("selectionchange", () => this.#selectionChanged());
    if (onCite) for (const [key, where] of Object.entries(CITE_KEYS)) bindKey(key, () => this.#cite(where), { label: page.word(`key-cite-${where.replace("_", "-")}`) });
    if (cursor) bindKey("Shift+v", () => this.#next(), { label: page.word("key-next-evidence") });
    cursor?.listen(() => this.#follow());
  }

  /* At the evidence of the cursor's object, if there is a cursor. */
  async openHere() {
    this.at = 0;
    if (await this.open()) this.#follow();
  }

  async open(paper = "", start = 0, end = start + 1) {
    this.section.hidden = false;
    this.button.setAttribute("aria-pressed", "true");
    this.loaded ??= this.#load();
    if (!(await this.loaded)) return false;
    if (paper) this.#select(paper, start, end);
    return true;
  }

  close() {
    this.section.hidden = true;
    this.button.setAttribute("aria-pressed", "false");
    tint(null);
    if (this.cursor?.card) this.cursor.go(this.cursor.card);
    else this.button.focus();
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
    for (const formula of this.section.querySelectorAll(".math")) formula.dataset.source = formula.textContent;
    renderMath(this.section);
    this.section.addEventListener("click", (event) => {
      if (event.target.closest("[data-close-texts]")) this.close();
      const cite = event.target.closest("[data-cite]");
      if (cite) this.#cite(cite.dataset.cite);
    });
    for (const button of this.section.querySelectorAll("[data-cite]")) button.addEventListener("pointerdown", (event) => event.preventDefault());
    return true;
  }

  /* Each text at the evidence of the cursor, tinted but not selected: reading on does not move the focus. */
  async #follow() {
    if (this.section.hidden || !(await this.loaded)) return;
    if (this.key !== this.cursor?.key) this.at = 0;
    this.key = this.cursor?.key;
    const groups = Map.groupBy(this.pointersAt(this.key), ({ paper }) => paper);
    const ranges = [...groups].map(([paper, pointers]) => this.#ranges(paper, pointers));
    tint(ranges.flat().filter(Boolean));
    for (const of of ranges) intoView(of[this.at % Math.max(of.length, 1)]);
  }

  #ranges(paper, pointers) {
    const column = this.#column(paper);
    return pointers.map((pointer) => column && rangeOf(pointer, column)).filter(Boolean);
  }

  /* The next piece of evidence, where an object rests on several. */
  #next() {
    if (this.section.hidden) return this.openHere();
    this.at += 1;
    return this.#follow();
  }

  #column(paper) {
    return this.section.querySelector(`[data-paper="${CSS.escape(paper)}"]`);
  }

  /* Selects the place, so that it shows and can be cited at once. */
  #select(paper, start, end) {
    const column = this.#column(paper);
    const range = column && rangeOf({ start, end: end > start ? end : start + 1 }, column);
    if (!range) return;
    intoView(range);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }

  #cite(where) {
    if (this.section.hidden || !this.selected || !this.onCite) return false;
    this.onCite(where, this.selected);
    return true;
  }

  #selectionChanged() {
    if (this.section.hidden || !this.loaded) return;
    this.selected = pointerOf(getSelection(), this.section);
    for (const button of this.section.querySelectorAll("[data-cite]")) button.disabled = !this.selected || !this.onCite;
    const quote = this.section.querySelector("[data-selection-quote]");
    if (!quote) return;
    quote.hidden = !this.selected;
    this.section.querySelector("[data-selection-none]").hidden = Boolean(this.selected);
    quote.replaceChildren(...(this.selected ? inFormulas(this.selected.quote) : []));
    renderMath(quote);
  }
}

export function nodesOf(html) {
  return new DOMParser().parseFromString(html, "text/html").body.childNodes;
}

const lineAt = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest("[data-run]");

/* {paper, start, end, quote, place} of a selection within one text, without blanks at its ends; null when there is none. */
function pointerOf(selection, section) {
  if (selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const column = lineAt(range.startContainer)?.parentElement;
  if (!column || !section.contains(column) || lineAt(range.endContainer)?.parentElement !== column) return null;
  const span = spanOf(range, column);
  return span && { paper: column.dataset.paper, ...span, place: lineAt(range.startContainer).dataset.name };
}

/* CSS highlights tint ranges without touching the text. */
function tint(ranges) {
  if (!globalThis.CSS?.highlights) return;
  if (ranges?.length) CSS.highlights.set("place", new Highlight(...ranges));
  else CSS.highlights.delete("place");
}

function intoView(range) {
  const column = range && lineAt(range.startContainer)?.parentElement;
  if (!column) return;
  const [place, frame] = [range.getBoundingClientRect(), column.getBoundingClientRect()];
  column.scrollTop += place.top - frame.top - (frame.height - Math.min(place.height, frame.height)) / 2;
}
