/* Keys and buttons that decide: pick a source, pick a target, press = or ~; x loses, + and > say where a new object is from. */
import { bindKey } from "../keys.js";
import { toast } from "../toasts.js";
import { align, begin, clear, edgeOf, lose, unlink } from "./decide.js";
import { clone } from "./rows.js";

const TYPES = { n: "niche", m: "mechanism", o: "observation", l: "limitation", d: "delta", c: "claim" };

export class Actions {
  constructor({ page, store, cursor, body }) {
    Object.assign(this, { page, store, cursor, body, line: document.getElementById("pick-line") });
    this.#bindDecisions();
    this.#bindWays();
    body.addEventListener("click", (event) => {
      const button = event.target.closest("[data-act]");
      if (button) this.act(button.dataset.act);
    });
    cursor.listen(() => {
      this.showButtons();
      this.say();
    });
  }

  act(name) {
    const { sources, targets } = this.#chosen();
    if (["inherited", "mutated"].includes(name)) this.#align(sources, targets, name);
    else if (name === "lost") this.#decide(this.#only("source"), "only-source", (payload, key) => lose(payload, key));
    else this.#decide(this.#only("target"), "only-target", (payload, key) => begin(payload, key, name));
  }

  /* The buttons stand in the row of the cursor; what may be pressed depends on the side. */
  showButtons() {
    const { card, row } = this.cursor;
    const shown = this.body.querySelector(".fate-keys");
    if (shown && shown.closest(".diff-row") === row && shown.dataset.side === card.dataset.side) return;
    shown?.remove();
    if (!row) return;
    const keys = clone("fate-keys");
    keys.dataset.side = card.dataset.side;
    for (const button of keys.querySelectorAll("[data-for]")) button.hidden = button.dataset.for !== card.dataset.side;
    row.querySelector(".link").append(keys);
  }

  /* One line under the genomes says what is picked and what comes next. */
  say() {
    const { source, target } = this.cursor.picked;
    const names = { source: this.#names(source), target: this.#names(target) };
    this.line.hidden = !source.length && !target.length;
    if (source.length && target.length) this.line.textContent = this.page.word("both", names);
    else if (source.length) this.line.textContent = this.page.word("pick-target", { name: names.source });
    else if (target.length) this.line.textContent = this.page.word("pick-source", { name: names.target });
  }

  #names(keys) {
    return keys.map((key) => this.page.object(key).name).join(", ");
  }

  #key(combination, label, handler) {
    bindKey(combination, handler, { label: this.page.word(label) });
  }

  #bindDecisions() {
    const { cursor } = this;
    this.#key("Enter", "key-pick", () => (cursor.card ? cursor.pick() : false));
    this.#key("Shift+Enter", "key-pick-more", () => (cursor.card ? cursor.pick({ more: true }) : false));
    this.#key("=", "fate-inherited", () => this.act("inherited"));
    this.#key("~", "fate-mutated", () => this.act("mutated"));
    this.#key("x", "fate-lost", () => this.act("lost"));
    this.#key("+", "fate-novel", () => this.act("novel"));
    this.#key(">", "fate-external", () => this.act("external"));
    this.#key("-", "key-unlink", () => this.#unlink());
    this.#key("Backspace", "key-clear", () => this.#decide(this.page.object(cursor.key), "", (payload, each) => clear(payload, each)));
    this.#key("d", "key-driver", () => this.#drive("predecessor_driver", this.#only("source")));
    this.#key("t", "key-transition", () => this.#drive("transition_driver", this.page.object(cursor.key)));
    this.#key("Escape", "key-leave", () => this.#leave());
  }

  #bindWays() {
    const { cursor } = this;
    this.#key("j", "key-next", () => cursor.move(1));
    this.#key("k", "key-previous", () => cursor.move(-1));
    this.#key("h", "key-left", () => cursor.cross("source"));
    this.#key("l", "key-right", () => cursor.cross("target"));
    this.#key("]", "key-next-open", () => this.#open(1));
    this.#key("[", "key-previous-open", () => this.#open(-1));
    this.#key("Home", "key-first", () => cursor.end(1));
    this.#key("End", "key-last", () => cursor.end(-1));
    for (const [letter, type] of Object.entries(TYPES)) this.#key(`Shift+${letter}`, `key-type-${type}`, () => cursor.jump(type));
  }

  #open(step) {
    if (!this.cursor.nextOpen(step)) toast(this.page.word("none-open"));
  }

  /* Out of a field, back to the object that the cursor is on; from there, out of the picks. */
  #leave() {
    const { card } = this.cursor;
    if (card && document.activeElement?.matches("input, textarea, select")) this.cursor.go(card);
    else this.cursor.unpick();
  }

  /* Picked objects win over the cursor's on their side. */
  #chosen() {
    const { picked, key, card } = this.cursor;
    const of = (side) => (picked[side].length ? picked[side] : card?.dataset.side === side ? [key] : []).map((each) => this.page.object(each));
    return { sources: of("source"), targets: of("target") };
  }

  #only(side) {
    const { picked, card } = this.cursor;
    return this.page.object(card?.dataset.side === side ? card.dataset.object : picked[side][0]);
  }

  #align(sources, targets, fate) {
    if (sources.length && targets.length) return this.#join(sources, targets, fate);
    const only = sources[0] ?? targets[0];
    if (!only) return this.cursor.move(0);
    const edges = this.#edgesOf(only);
    if (edges.length) return this.store.change((payload) => edges.forEach((edge) => { payload.fates[edge.source] = fate; }));
    const across = this.#across(only);
    if (across) return only.side === "source" ? this.#join(sources, [across], fate) : this.#join([across], targets, fate);
    if (!this.cursor.picked[only.side].length) this.cursor.pick();
    return this.cursor.cross(only.side === "source" ? "target" : "source");
  }

  #edgesOf(object) {
    return this.store.payload.alignments.filter((edge) => edge.source === object?.key || edge.target === object?.key);
  }

  /* Only when nothing else is possible: the one open object of the same type in the other genome. */
  #across(object) {
    const { fates, origins } = this.store.payload;
    const others = this.page.objects.filter((each) => each.side !== object.side && each.type === object.type);
    return others.length === 1 && !fates[others[0].key] && !origins[others[0].key] ? others[0] : null;
  }

  /* Every source with every target, as one step. */
  #join(sources, targets, fate) {
    const pairs = sources.flatMap((source) => targets.map((target) => ({ source, target })));
    const other = pairs.find(({ source, target }) => source.type !== target.type);
    if (other) return toast(this.page.word("other-type", { source: other.source.name, target: other.target.name }), { tone: "bad" });
    this.cursor.letGo();
    this.store.change((payload) => pairs.forEach(({ source, target }) => align(payload, source, target, fate)));
    return this.cursor.go(this.cursor.cardOf(sources[0].key));
  }

  /* One link goes and the others stay: the one between two picks, or the only one of the object; of several, one is chosen below. */
  #unlink() {
    const { picked, key } = this.cursor;
    const [source, target] = [picked.source[0], picked.target[0]];
    const between = source && target ? [edgeOf(this.store.payload, source, target)].filter(Boolean) : this.#edgesOf(this.page.object(key));
    if (between.length === 0) return toast(this.page.word("no-link"));
    if (between.length > 1) return this.body.querySelector("[data-unlink]")?.focus();
    this.cursor.letGo();
    return this.store.change((payload) => unlink(payload, between[0].source, between[0].target));
  }

  #decide(object, refusal, mutate) {
    if (!object) return refusal && this.cursor.key ? toast(this.page.word(refusal)) : undefined;
    this.cursor.letGo();
    this.store.change((payload) => mutate(payload, object.key));
    return this.cursor.go(this.cursor.cardOf(object.key));
  }

  #drive(field, object) {
    if (object) this.store.change((payload) => { payload[field] = object.key; });
  }
}
