/* Where external objects come from: a box that seeks papers, references and lineages as one types, and the list of what
   brings a driver. A choice goes into the panel's own fields, whose input js/pair/details.js writes into the answer. */
import { explain, send } from "../requests.js";
import { nodesOf } from "./texts.js";

const PAUSE = 180;

export class Lineages {
  constructor({ page, body }) {
    Object.assign(this, { page, body, timer: 0, asked: 0 });
    body.addEventListener("pair:panel", (event) => this.#name(event.target));
    body.addEventListener("focusin", (event) => this.#at(event, (box) => {
      event.target.select(); // what one types then takes the place of what stands there
      this.#ask(box, 0);
    }));
    body.addEventListener("input", (event) => this.#at(event, (box) => this.#typed(box)));
    body.addEventListener("keydown", (event) => this.#at(event, (box) => this.#key(event, box)));
    body.addEventListener("focusout", (event) => this.#at(event, (box) => close(box)));
    body.addEventListener("pointerdown", (event) => {
      const option = event.target.closest(".combo-list [role='option']");
      if (!option) return;
      event.preventDefault(); // the box keeps the focus
      this.#choose(option.closest("[data-combo]"), option);
    });
    document.addEventListener("pair:checked", ({ detail }) => this.#list(detail.lineages));
  }

  #list(html) {
    const fresh = html && [...nodesOf(html)].find((node) => node.id === "lineages");
    if (fresh) document.getElementById("lineages").replaceWith(fresh);
  }

  #at(event, act) {
    const box = event.target.matches?.("[data-combo-input]") && event.target.closest("[data-combo]");
    if (box) act(box);
  }

  /* A panel that has just opened or was filled anew: the box says the name of the paper whose id the answer holds. */
  #name(panel) {
    const paper = panel.querySelector("[data-provenance='paper']")?.value;
    const box = panel.querySelector("[data-combo='paper'] [data-combo-input]");
    if (box && box !== document.activeElement) box.value = paper ? (this.page.paperNames[paper] ?? paper) : "";
  }

  #typed(box) {
    const paper = box.closest(".provenance").querySelector("[data-provenance='paper']");
    if (box.dataset.combo === "paper" && paper.value) write(paper, "");
    this.#ask(box, PAUSE);
  }

  #ask(box, pause) {
    clearTimeout(this.timer);
    const input = box.querySelector("[data-combo-input]");
    if (input.readOnly) return;
    this.timer = setTimeout(() => this.#seek(box, input), pause);
  }

  async #seek(box, input) {
    const number = (this.asked += 1);
    const state = box.closest(".provenance").querySelector(".combo-state");
    try {
      const found = await send(`${this.page.sourcesUrl}?q=${encodeURIComponent(input.value)}`);
      if (number !== this.asked || document.activeElement !== input) return;
      const options = box.dataset.combo === "paper" ? [...found.papers.map(paperOption), ...found.citations.map(citationOption)] : found.lineages.map(lineageOption);
      open(box, options.map((option, place) => Object.assign(option, { id: `${box.dataset.combo}-option-${place}` })));
      state.textContent = options.length || box.dataset.combo === "lineage" ? "" : state.dataset.none;
      // The foot of the pane may hide what came up below the field.
      (options.length ? box.querySelector(".combo-list") : state).scrollIntoView({ block: "nearest" });
    } catch (failure) {
      if (failure.name !== "RequestFailure") throw failure;
      state.textContent = explain(failure);
    }
  }

  #key(event, box) {
    const list = box.querySelector(".combo-list");
    const options = [...list.children];
    const at = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
    if (event.key === "Escape" && !list.hidden) close(box);
    else if (event.key === "Enter" && !list.hidden && at >= 0) this.#choose(box, options[at]);
    else if (["ArrowDown", "ArrowUp"].includes(event.key) && options.length) {
      list.hidden = false;
      const step = event.key === "ArrowDown" ? 1 : -1;
      point(box, options[at === -1 && step === -1 ? options.length - 1 : (at + step + options.length) % options.length]);
    } else return;
    event.preventDefault();
  }

  #choose(box, option) {
    const panel = box.closest(".provenance");
    const field = (name) => panel.querySelector(`[data-provenance='${name}']`);
    const { paper, citation, lineage, name } = option.dataset;
    if (paper) {
      Object.assign(this.page.papers, { [paper]: lineage });
      Object.assign(this.page.paperNames, { [paper]: name });
      box.querySelector("[data-combo-input]").value = name;
      write(field("paper"), paper);
    } else if (citation) {
      box.querySelector("[data-combo-input]").value = "";
      write(field("paper"), "");
      write(field("citation"), citation);
    } else write(field("lineage"), lineage);
    close(box);
  }
}

function write(field, value) {
  field.value = value;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

function optionOf(data, text, meta) {
  const option = document.createElement("li");
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", "false");
  Object.assign(option.dataset, data);
  option.append(Object.assign(document.createElement("span"), { textContent: text }));
  if (meta) option.append(Object.assign(document.createElement("span"), { className: "meta", textContent: meta }));
  return option;
}

function paperOption({ slug, name, title, lineage, year }) {
  return optionOf({ paper: slug, name, lineage }, name === title ? name : `${name} · ${title}`, [year, lineage].filter(Boolean).join(" · "));
}

function citationOption(citation) {
  return optionOf({ citation }, `“${citation}”`, "");
}

function lineageOption(lineage) {
  return optionOf({ lineage }, lineage, "");
}

function open(box, options) {
  const list = box.querySelector(".combo-list");
  list.replaceChildren(...options);
  list.hidden = options.length === 0;
  point(box, null);
}

function close(box) {
  box.querySelector(".combo-list").hidden = true;
  point(box, null);
}

function point(box, chosen) {
  const input = box.querySelector("[data-combo-input]");
  const list = box.querySelector(".combo-list");
  for (const option of list.children) option.setAttribute("aria-selected", String(option === chosen));
  input.setAttribute("aria-expanded", String(!list.hidden));
  if (chosen) input.setAttribute("aria-activedescendant", chosen.id);
  else input.removeAttribute("aria-activedescendant");
  chosen?.scrollIntoView({ block: "nearest" });
}
