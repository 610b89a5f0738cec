/* What of the genomes is shown: bands fold, and a filter leaves rows out. Nothing of this touches the answer.
   The row of the cursor stays until the cursor leaves it, so that deciding never takes a row away from under a hand. */
import { bindKey } from "../keys.js";

const NOTHING = { open: false, types: [], fate: "", text: "" };

export class Shown {
  constructor(page, body, cursor = null) {
    Object.assign(this, { page, body, cursor, wanted: { ...NOTHING }, words: new Map() });
    this.bar = document.getElementById("pair-filter");
    this.bands = [...body.querySelectorAll(".band")];
    this.bar.addEventListener("click", (event) => this.#pressed(event.target.closest("button")));
    this.bar.addEventListener("input", (event) => this.#entered(event.target));
    for (const band of this.bands) band.querySelector(".band-fold").addEventListener("click", () => this.fold(band));
    bindKey("f", () => this.#foldHere(), { label: page.word("key-fold") });
    bindKey("Shift+f", () => this.#foldAll(), { label: page.word("key-fold-all") });
    bindKey("Escape", () => this.#leaveText(), { typing: true, within: this.bar });
    cursor?.listen(() => this.apply());
    this.apply();
  }

  /* Shows rows by what is wanted; called after each change of the rows, and when the cursor moves. */
  apply() {
    const here = this.cursor?.row;
    for (const band of this.bands) {
      const rows = [...band.querySelectorAll(".diff-row")];
      const ofType = this.wanted.types.length === 0 || this.wanted.types.includes(band.dataset.type);
      for (const row of rows) row.toggleAttribute("data-filtered", row !== here && !(ofType && this.#fits(row)));
      band.toggleAttribute("data-filtered", rows.every((row) => row.hasAttribute("data-filtered")));
      this.#count(band);
    }
    this.#summary();
  }

  fold(band, folded = !band.hasAttribute("data-folded")) {
    band.toggleAttribute("data-folded", folded);
    band.querySelector(".band-fold").setAttribute("aria-expanded", String(!folded));
    this.#count(band);
    this.#summary();
  }

  /* Makes a card visible: its band unfolds, and a filter that leaves it out is taken away. */
  reveal(card) {
    this.fold(card.closest(".band"), false);
    if (card.closest("[data-filtered]")) this.#want(NOTHING);
  }

  /* Open rows are counted whether they are shown or not. */
  get openCount() {
    return this.body.querySelectorAll(".diff-row[data-open='true']").length;
  }

  #fits(row) {
    const { open, fate, text } = this.wanted;
    if (open && row.dataset.open !== "true") return false;
    if (fate && row.dataset.fate !== fate) return false;
    if (!text) return true;
    const words = [...row.querySelectorAll(":scope > article")].map((card) => this.#wordsOf(card)).join(" ");
    return text.split(/\s+/).every((word) => words.includes(word));
  }

  #wordsOf(card) {
    const { object } = card.dataset;
    if (!this.words.has(object)) this.words.set(object, card.textContent.toLowerCase());
    return this.words.get(object);
  }

  #count(band) {
    const cards = [...band.querySelectorAll("article")];
    const hidden = band.hasAttribute("data-folded") ? cards.length : cards.filter((card) => card.closest("[data-filtered]")).length;
    band.dataset.hiddenCount = hidden;
    const place = band.querySelector("[data-hidden]");
    const words = hidden ? this.page.word("hidden", { count: hidden }) : "";
    if (place.textContent !== words) place.textContent = words;
  }

  #summary() {
    const hidden = this.bands.reduce((sum, band) => sum + Number(band.dataset.hiddenCount), 0);
    const place = this.bar.querySelector("[data-hidden-all]");
    const words = hidden ? this.page.word("hidden", { count: hidden }) : "";
    if (place.textContent !== words) place.textContent = words;
    this.bar.querySelector("[data-show-all]").hidden = hidden === 0;
    const none = this.body.querySelector("[data-nothing-shown]");
    none.hidden = this.bands.some((band) => !band.hasAttribute("data-filtered"));
  }

  #want(changes) {
    this.wanted = { ...this.wanted, ...changes };
    const { open, types, fate, text } = this.wanted;
    for (const button of this.bar.querySelectorAll("[data-show]")) button.setAttribute("aria-pressed", String((button.dataset.show === "open") === open));
    for (const button of this.bar.querySelectorAll("[data-only-type]")) button.setAttribute("aria-pressed", String(types.includes(button.dataset.onlyType)));
    for (const [name, value] of Object.entries({ fate, text })) {
      const field = this.bar.querySelector(`[data-only-${name}]`);
      if (field && field.value.toLowerCase().trim() !== value) field.value = value;
    }
    this.apply();
  }

  #pressed(button) {
    if (!button) return;
    const { show, onlyType, showAll } = button.dataset;
    const { types } = this.wanted;
    if (show) this.#want({ open: show === "open" && !this.wanted.open });
    else if (onlyType) this.#want({ types: types.includes(onlyType) ? types.filter((each) => each !== onlyType) : [...types, onlyType] });
    else if (showAll !== undefined) this.showAll();
  }

  showAll() {
    for (const band of this.bands) this.fold(band, false);
    this.#want(NOTHING);
  }

  #entered(field) {
    if (field.matches("[data-only-fate]")) this.#want({ fate: field.value });
    if (field.matches("[data-only-text]")) this.#want({ text: field.value.toLowerCase().trim() });
  }

  /* Out of the words: they are taken away first, then the focus goes back among the objects. */
  #leaveText() {
    if (this.wanted.text) this.#want({ text: "" });
    else if (this.cursor?.card) this.cursor.go(this.cursor.card);
    else this.body.focus();
  }

  #foldAll() {
    const folded = this.bands.some((band) => !band.hasAttribute("data-folded"));
    for (const band of this.bands) this.fold(band, folded);
    this.bands[0]?.querySelector(".band-fold").focus();
  }

  /* The band of the cursor, or of the button that has the focus. */
  #foldHere() {
    const band = document.activeElement?.closest?.(".band") ?? this.cursor?.card?.closest(".band");
    if (!band) return false;
    this.fold(band);
    const folded = band.hasAttribute("data-folded");
    const card = this.cursor?.card;
    if (folded || card?.closest(".band") !== band) band.querySelector(".band-fold").focus();
    else this.cursor.go(card);
    return true;
  }
}
