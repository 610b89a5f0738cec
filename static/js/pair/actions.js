/* Keys and buttons that decide: pick a source, pick a target, press = or ~; x loses, + and > say where a new object is from. */
import { bindKey } from "../keys.js";
import { toast } from "../toasts.js";
import { align, begin, clear, lose } from "./decide.js";
import { clone } from "./rows.js";

export class Actions {
  constructor({ page, store, cursor, body }) {
    Object.assign(this, { page, store, cursor, body, line: document.getElementById("pick-line") });
    this.#bindKeys();
    body.addEventListener("click", (event) => {
      const button = event.target.closest("[data-act]");
      if (button) this.act(button.dataset.act);
    });
  }

  act(name) {
    const { source, target } = this.#chosen();
    if (["inherited", "mutated"].includes(name)) this.#align(source, target, name);
    else if (name === "lost") this.#decide(this.#only("source"), "only-source", (payload, key) => lose(payload, key));
    else this.#decide(this.#only("target"), "only-target", (payload, key) => begin(payload, key, name));
  }

  /* The buttons stand in the row of the cursor; what may be pressed depends on the side. */
  showButtons() {
    this.body.querySelector(".fate-keys")?.remove();
    const row = this.cursor.card?.closest(".diff-row");
    if (!row) return;
    const keys = clone("fate-keys");
    keys.dataset.side = this.cursor.card.dataset.side;
    for (const button of keys.querySelectorAll("[data-for]")) button.hidden = button.dataset.for !== this.cursor.card.dataset.side;
    row.querySelector(".link").append(keys);
  }

  /* One line under the genomes says what is picked and what comes next. */
  say() {
    const { source, target } = this.cursor.picked;
    const names = { source: this.page.object(source)?.name, target: this.page.object(target)?.name };
    this.line.hidden = !source && !target;
    if (source && target) this.line.textContent = this.page.word("both", names);
    else if (source) this.line.textContent = this.page.word("pick-target", { name: names.source });
    else if (target) this.line.textContent = this.page.word("pick-source", { name: names.target });
  }

  #bindKeys() {
    const { cursor } = this;
    const key = (combination, label, handler) => bindKey(combination, handler, { label: label && (this.page.word(label) || label) });
    key("j", "key-next", () => cursor.move(1));
    key("k", "key-previous", () => cursor.move(-1));
    key("h", "key-left", () => cursor.cross("source"));
    key("l", "key-right", () => cursor.cross("target"));
    key("Enter", "key-pick", () => (cursor.card ? cursor.pick() : false));
    key("=", "fate-inherited", () => this.act("inherited"));
    key("~", "fate-mutated", () => this.act("mutated"));
    key("x", "fate-lost", () => this.act("lost"));
    key("+", "fate-novel", () => this.act("novel"));
    key(">", "fate-external", () => this.act("external"));
    key("Backspace", "key-clear", () => this.#decide(this.page.object(cursor.key), "", (payload, each) => clear(payload, each)));
    key("d", "key-driver", () => this.#drive("predecessor_driver", this.#only("source")));
    key("t", "key-transition", () => this.#drive("transition_driver", this.page.object(cursor.key)));
    key("Escape", "key-leave", () => this.#leave());
  }

  /* Out of a field, back to the object that the cursor is on; from there, out of the picks. */
  #leave() {
    const { card } = this.cursor;
    if (card && document.activeElement?.matches("input, textarea, select")) this.cursor.go(card);
    else this.cursor.unpick();
  }

  /* A picked object wins over the cursor's on its side. */
  #chosen() {
    const { picked, card } = this.cursor;
    const here = (side) => (card?.dataset.side === side ? card.dataset.object : null);
    return { source: this.page.object(picked.source ?? here("source")), target: this.page.object(picked.target ?? here("target")) };
  }

  #only(side) {
    const { picked, card } = this.cursor;
    return this.page.object(card?.dataset.side === side ? card.dataset.object : picked[side]);
  }

  #align(source, target, fate) {
    if (source && target) return this.#join(source, target, fate);
    const only = source ?? target;
    if (!only) return this.cursor.move(0);
    const edges = this.store.payload.alignments.filter((edge) => edge.source === only.key || edge.target === only.key);
    if (edges.length) return this.store.change((payload) => edges.forEach((edge) => { payload.fates[edge.source] = fate; }));
    const across = this.#across(only);
    if (across) return this.#join(source ?? across, target ?? across, fate);
    if (!this.cursor.picked[only.side]) this.cursor.pick();
    return this.cursor.cross(only.side === "source" ? "target" : "source");
  }

  /* Only when nothing else is possible: the one open object of the same type in the other genome. */
  #across(object) {
    const { fates, origins } = this.store.payload;
    const others = this.page.objects.filter((each) => each.side !== object.side && each.type === object.type);
    return others.length === 1 && !fates[others[0].key] && !origins[others[0].key] ? others[0] : null;
  }

  #join(source, target, fate) {
    if (source.type !== target.type) return toast(this.page.word("other-type", { source: source.name, target: target.name }), { tone: "bad" });
    this.cursor.picked = { source: null, target: null };
    this.store.change((payload) => align(payload, source, target, fate));
    return this.cursor.go(document.getElementById(`o-${source.key}`));
  }

  #decide(object, refusal, mutate) {
    if (!object) return refusal && this.cursor.key ? toast(this.page.word(refusal)) : undefined;
    this.cursor.picked = { source: null, target: null };
    this.store.change((payload) => mutate(payload, object.key));
    return this.cursor.go(document.getElementById(`o-${object.key}`));
  }

  #drive(field, object) {
    if (object) this.store.change((payload) => { payload[field] = object.key; });
  }
}
