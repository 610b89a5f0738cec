/* Undo and redo: keys and buttons, and a line that says what was taken back or done again. */
import { bindKey } from "../keys.js";

const LIFE = 6000;

export class Steps {
  constructor({ page, store, cursor, describe }) {
    Object.assign(this, { page, store, cursor, describe, line: document.getElementById("step-line"), timer: 0 });
    this.buttons = { undo: document.getElementById("undo"), redo: document.getElementById("redo") };
    for (const [step, button] of Object.entries(this.buttons)) button.addEventListener("click", () => store[step]());
    for (const key of ["z", "Ctrl+z"]) bindKey(key, (event) => this.#act("undo", event), { label: page.word("key-undo") });
    for (const key of ["Shift+z", "Ctrl+Shift+z", "Ctrl+y"]) bindKey(key, (event) => this.#act("redo", event), { label: page.word("key-redo") });
    store.listen((_payload, change) => this.#changed(change));
  }

  /* In a field of words Ctrl+z is the field's own. */
  #act(step, event) {
    if (event.target.matches?.("input:not([type='checkbox'], [type='radio'], [type='range']), textarea")) return false;
    if (!this.store[step]()) this.#say(this.page.word(`nothing-to-${step}`));
    return true;
  }

  #changed({ step, older, newer }) {
    this.buttons.undo.disabled = this.store.past.length === 0;
    this.buttons.redo.disabled = this.store.future.length === 0;
    if (!step) return this.#say("");
    const { words, key } = this.describe(older, newer);
    this.#say(this.page.word(`did-${step}`, { what: words }));
    const card = key && this.cursor.cardOf(key);
    if (card?.checkVisibility()) this.cursor.go(card);
    return undefined;
  }

  #say(words) {
    clearTimeout(this.timer);
    this.line.textContent = words;
    this.line.hidden = words === "";
    if (words) this.timer = setTimeout(() => this.#say(""), LIFE);
  }
}
