/* Undo and redo of every choice of the case: radios and selects. Typed words have the browser's own undo.
   The keys are those of the other screens, z and Shift+z; u stays, for hands that know it. */
import { bindKey } from "../keys.js";

const LIFE = 6000;

export class Steps {
  constructor(form) {
    Object.assign(this, { form, past: [], future: [], timer: 0, line: document.getElementById("step-said") });
    this.known = this.#snapshot();
    this.frame = document.getElementById("undo-redo");
    this.buttons = { undo: document.getElementById("undo"), redo: document.getElementById("redo") };
    for (const [step, button] of Object.entries(this.buttons)) button.addEventListener("click", () => this.#go(step));
    for (const key of ["z", "Ctrl+z"]) bindKey(key, (event) => this.#act("undo", event), { label: this.buttons.undo.ariaLabel });
    for (const key of ["Shift+z", "Ctrl+Shift+z", "Ctrl+y"]) bindKey(key, (event) => this.#act("redo", event), { label: this.buttons.redo.ariaLabel });
    form.addEventListener("change", ({ target }) => this.#remember(target));
    form.addEventListener("draft:applied", () => { this.known = this.#snapshot(); });
  }

  #controls() {
    return [...this.form.elements].filter((control) => control.type === "radio" || control.tagName === "SELECT");
  }

  #snapshot() {
    return new Map(this.#controls().map((control) => [control, valueOf(control)]));
  }

  #remember(target) {
    if (target.type !== "radio" && target.tagName !== "SELECT") return;
    this.past.push({ state: this.known, what: nameOf(target) });
    this.future = [];
    this.known = this.#snapshot();
    this.#show("");
  }

  /* In a field of words Ctrl+z is the field's own. */
  #act(step, event) {
    if (event.target.matches?.("input:not([type='checkbox'], [type='radio']), textarea")) return false;
    this.#go(step);
    return true;
  }

  #go(step) {
    const [from, to] = step === "undo" ? [this.past, this.future] : [this.future, this.past];
    const found = from.pop();
    if (!found) return this.#show(step === "undo" ? this.line.dataset.nothing : this.line.dataset.nothingRedo);
    to.push({ state: this.known, what: found.what });
    for (const [control, value] of found.state) setValue(control, value);
    this.known = found.state;
    this.form.dispatchEvent(new Event("input", { bubbles: true })); // the draft listens to this; #remember does not
    return this.#show((step === "undo" ? this.line.dataset.undone : this.line.dataset.redone).replace("{what}", found.what));
  }

  #show(words) {
    this.frame.hidden = false;
    this.buttons.undo.disabled = this.past.length === 0;
    this.buttons.redo.disabled = this.future.length === 0;
    clearTimeout(this.timer);
    this.line.textContent = words;
    if (words) this.timer = setTimeout(() => { this.line.textContent = ""; }, LIFE);
  }
}

function valueOf(control) {
  return control.type === "radio" ? control.checked : [...control.options].map((option) => option.selected);
}

function setValue(control, value) {
  if (control.type === "radio") control.checked = value;
  else value.forEach((selected, number) => { control.options[number].selected = selected; });
}

/* What a choice is about: the row's name, or the label of the field. */
function nameOf(control) {
  const words = control.closest("fieldset")?.querySelector("legend") ?? control.labels?.[0];
  return words?.textContent.trim().replace(/\s+/g, " ") ?? "";
}
