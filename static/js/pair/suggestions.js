/* Whom the object at the cursor may be aligned with: a list below the genomes, a dotted line to the one that is chosen or pointed at,
   and a note in the row of each open source. A suggestion is no answer: choosing one picks its two objects, = or ~ aligns them. */
import { bindKey } from "../keys.js";
import { linesOf } from "./links.js";
import { mark, unmark } from "./marks.js";
import { clone } from "./rows.js";
import { Suggested } from "./suggested.js";
import { Takes } from "./takes.js";

const OPEN = "pair-suggestions";

export class Suggestions {
  constructor({ page, store, cursor, body, links }) {
    const panel = document.getElementById("suggestions");
    if (!panel) return; // the project does without
    Object.assign(this, { page, store, cursor, body, links, panel, chosen: null, pointed: null });
    Object.assign(this, { list: panel.querySelector("ol"), toggle: panel.querySelector("[data-toggle]") });
    this.takes = new Takes(panel.dataset.takeUrl);
    this.suggested = new Suggested(panel.dataset.url, () => this.#arrived());
    this.#open((localStorage.getItem(OPEN) ?? (matchMedia("(max-width: 48rem)").matches ? "off" : "on")) === "on");
    this.#bind();
    cursor.listen(() => this.#moved());
    store.listen((_payload, change) => this.#changed(change));
  }

  #word(name, parts = {}) {
    return Object.entries(parts).reduce((text, [part, value]) => text.replaceAll(`{${part}}`, value), this.panel.dataset[name] ?? "");
  }

  #bind() {
    this.toggle.addEventListener("click", () => this.#open(this.list.hidden, true));
    bindKey(".", () => this.step(1), { label: this.#word("keyNext") });
    bindKey(",", () => this.step(-1), { label: this.#word("keyPrevious") });
    this.list.addEventListener("click", (event) => this.choose(this.#rowOf(event.target)));
    for (const name of ["pointerover", "focusin"]) this.list.addEventListener(name, (event) => this.#point(this.#rowOf(event.target)));
    for (const name of ["pointerleave", "focusout"]) this.list.addEventListener(name, () => this.#point(null));
    this.body.addEventListener("click", (event) => {
      const hint = event.target.closest("[data-suggested]");
      if (hint) this.#chooseHint(hint.dataset);
    });
  }

  #open(isOpen, keep = false) {
    this.list.hidden = !isOpen;
    this.toggle.setAttribute("aria-expanded", String(isOpen));
    if (keep) localStorage.setItem(OPEN, isOpen ? "on" : "off");
  }

  #rowOf(element) {
    const key = element.closest("[data-other]")?.dataset.other;
    return this.rows.find(({ source, target }) => source === key || target === key) ?? null;
  }

  get rows() {
    return this.cursor.key === null ? [] : this.suggested.of(this.cursor.key);
  }

  /* The next or previous suggestion of the object at the cursor becomes the chosen one. */
  step(by) {
    if (this.cursor.key === null) this.cursor.move(0);
    const { rows } = this;
    if (!rows.length) return;
    const at = rows.findIndex((row) => same(row, this.chosen));
    this.choose(rows[at === -1 ? (by > 0 ? 0 : rows.length - 1) : (at + by + rows.length) % rows.length]);
  }

  /* Picks the two objects, so that = and ~ align them; nothing is aligned yet. */
  choose(row) {
    if (!row) return;
    this.chosen = { ...row, at: this.cursor.key, wasAligned: this.#edge(row) !== undefined };
    this.cursor.picked = { source: [row.source], target: [row.target] };
    this.cursor.mark();
    const other = row.source === this.cursor.key ? row.target : row.source;
    // As near as can be, with the object that is asked about in sight; the list says the words of the other all the same.
    for (const key of [other, this.cursor.key]) this.cursor.cardOf(key).scrollIntoView({ block: "nearest" });
  }

  #chooseHint({ suggested, of }) {
    this.cursor.go(this.cursor.cardOf(of));
    this.choose(this.rows.find(({ target }) => target === suggested));
  }

  #edge({ source, target }) {
    return this.store.payload.alignments.find((edge) => edge.source === source && edge.target === target);
  }

  /* A chosen suggestion is taken when its two objects are aligned, and let go when the cursor leaves or something else is picked. */
  #moved() {
    const { chosen, cursor } = this;
    if (chosen && !this.#isPicked(chosen)) {
      if (!chosen.wasAligned && this.#edge(chosen)) this.takes.note(chosen);
      this.chosen = null;
    } else if (chosen && cursor.key !== chosen.at) {
      this.chosen = null;
      cursor.unpick();
    }
    this.#render();
  }

  #isPicked({ source, target }) {
    const { picked } = this.cursor;
    return picked.source.length === 1 && picked.target.length === 1 && picked.source[0] === source && picked.target[0] === target;
  }

  /* What another tab or an undo aligned was not taken here. */
  #changed({ structure, replaced, step }) {
    if (this.chosen && (replaced || step)) this.chosen.wasAligned = this.#edge(this.chosen) !== undefined;
    if (structure) this.#arrived();
  }

  #arrived() {
    this.#hint();
    this.#render();
  }

  #point(row) {
    this.pointed = row;
    this.#show();
  }

  #render() {
    const { key } = this.cursor;
    const rows = this.rows;
    const name = key === null ? "" : this.page.object(key).name;
    this.panel.querySelector("[data-title]").textContent = name ? this.#word(rows[0]?.target === key ? "ofTarget" : "for", { name }) : this.#word("title");
    const none = this.suggested.state !== "ready" ? this.suggested.said : key === null ? this.#word("nowhere") : rows.length ? "" : this.#word("none");
    const line = this.panel.querySelector("[data-none]");
    if (line.textContent !== none) line.textContent = none;
    const said = JSON.stringify([key, rows.map((row) => [row.target, row.source, this.#state(row)])]);
    if (said !== this.said) this.list.replaceChildren(...rows.map((row) => this.#item(row)));
    this.said = said;
    this.#show();
  }

  #item(row) {
    const item = clone("suggestion-template");
    const other = this.page.object(row.source === this.cursor.key ? row.target : row.source);
    const button = item.querySelector("[data-other]");
    button.dataset.other = other.key;
    item.querySelector("[data-rank]").textContent = row.rank;
    item.querySelector("[data-score]").textContent = row.score.toFixed(2);
    item.querySelector(".suggestion-bar > span").style.inlineSize = `${Math.round(row.score * 100)}%`;
    Object.assign(item.querySelector(".handle"), { textContent: other.handle }).dataset.type = other.type;
    item.querySelector("[data-state]").textContent = this.#state(row);
    const text = item.querySelector("[data-text]");
    text.append(...this.cursor.cardOf(other.key).querySelector(".object-text").cloneNode(true).childNodes);
    unmark(text);
    mark(text, row.words);
    item.querySelector("[data-words]").textContent = row.words.length ? this.#word("both", { words: row.words.join(", ") }) : this.#word("noWords");
    return item;
  }

  /* What has become of the other object already, or of the two together. */
  #state({ source, target }) {
    const { alignments, fates, origins } = this.store.payload;
    const here = source === this.cursor.key ? target : source;
    if (this.#edge({ source, target })) return this.#word("taken");
    const others = alignments.flatMap((edge) => (edge.target === here ? [edge.source] : edge.source === here ? [edge.target] : []));
    if (others.length) return this.#word("aligned", { name: others.map((key) => this.page.object(key)?.handle ?? key).join(", ") });
    const fate = fates[here] ?? origins[here];
    return fate && fate !== "aligned" ? this.page.word(`fate-${fate}`) : "";
  }

  /* The chosen suggestion, or the one that is pointed at: its line, and the words that both objects share. */
  #show() {
    const row = this.pointed ?? this.chosen;
    for (const button of this.list.querySelectorAll("[data-other]")) button.setAttribute("aria-pressed", String(Boolean(this.chosen) && same(this.#rowOf(button), this.chosen)));
    for (const key of this.marked ?? []) unmark(this.cursor.cardOf(key));
    this.marked = row ? [row.source, row.target] : [];
    for (const key of this.marked) mark(this.cursor.cardOf(key), row.words);
    const lines = linesOf(this.store.payload, this.cursor.picked);
    const isDrawn = lines.some((line) => same(line, row));
    this.links.show(row && !isDrawn ? [{ source: row.source, target: row.target, fate: "suggested" }, ...lines] : lines);
  }

  /* In the row of each open source: its best suggestion that is still free. */
  #hint() {
    const { origins } = this.store.payload;
    for (const slot of this.body.querySelectorAll(".slot[data-kind='open-source']")) {
      const source = slot.closest(".diff-row").querySelector("article[data-side='source']")?.dataset.object;
      const row = this.suggested.of(source).find(({ target }) => !origins[target]);
      const hint = slot.querySelector("[data-suggested]");
      if (hint && hint.dataset.suggested === row?.target) continue;
      hint?.remove();
      if (row) slot.append(this.#hintOf(row));
    }
  }

  #hintOf(row) {
    const hint = clone("suggestion-hint");
    const other = this.page.object(row.target);
    Object.assign(hint.dataset, { suggested: row.target, of: row.source });
    Object.assign(hint.querySelector(".handle"), { textContent: other.handle }).dataset.type = other.type;
    hint.querySelector("[data-score]").textContent = row.score.toFixed(2);
    hint.ariaLabel = this.#word("hint", { source: this.page.object(row.source).name, target: other.name, score: row.score.toFixed(2) });
    return hint;
  }
}

function same(one, other) {
  return Boolean(one && other) && one.source === other.source && one.target === other.target;
}
