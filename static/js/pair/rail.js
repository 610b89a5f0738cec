/* The decision: each control is bound to the answer by its name; "source_ecology.task" is a part of a part. */
import { bindKey } from "../keys.js";
import { chip } from "./chips.js";
import { cite, pointersOf, samePlace } from "./decide.js";

const TYPED = new Set(["dynamics_reason", "rationale", "confidence"]);

export class Rail {
  constructor({ page, store, cursor, texts, form }) {
    Object.assign(this, { page, store, cursor, texts, form });
    form.addEventListener("input", (event) => this.#edited(event.target));
    form.addEventListener("click", (event) => {
      const open = event.target.closest("[data-open-texts]");
      if (open) this.texts.open(open.dataset.openTexts, 0, 0);
      const use = event.target.closest("[data-use-object]");
      if (use) this.#useObject(use.dataset.useObject);
    });
    bindKey("Ctrl+Enter", () => form.requestSubmit(form.querySelector("#submit")), { typing: true });
  }

  render(payload) {
    for (const control of this.form.elements) {
      if (control.name && !["hidden", "submit"].includes(control.type)) this.#write(control, valueOf(payload, control.name));
    }
    this.form.querySelector("output").textContent = payload.confidence ?? "–";
    for (const list of this.form.querySelectorAll("[data-cited]")) this.#chips(list, payload);
  }

  #edited(control) {
    const { name } = control;
    if (!name || control.type === "hidden") return;
    const value = control.name === "confidence" ? Number(control.value) : control.value;
    if (TYPED.has(name) || name.includes(".")) this.store.type(name, (payload) => assign(payload, name, value));
    else this.store.change((payload) => assign(payload, name, value || null));
    if (name === "confidence") this.form.querySelector("output").textContent = value;
  }

  #write(control, value) {
    if (control.type === "radio") control.checked = control.value === value;
    else if (control.type === "range") control.value = value ?? 50;
    else if (document.activeElement !== control || control.value !== (value ?? "")) control.value = value ?? "";
  }

  #chips(list, payload) {
    const { cited, paper } = list.dataset;
    const pointers = payload[cited].filter((pointer) => !paper || pointer.paper === paper);
    const remove = (pointer) => this.store.change((each) => { each[cited] = each[cited].filter((one) => !samePlace(one, pointer)); });
    list.querySelector("[data-chips]").replaceChildren(...pointers.map((pointer) => chip(this.page, this.texts, pointer, () => remove(pointer))));
  }

  /* The evidence of the object at the cursor, else of the driver on that side. */
  #useObject(side) {
    const { payload } = this.store;
    const drivers = { source: payload.predecessor_driver, target: payload.transition_driver };
    const aligned = payload.alignments.find((edge) => edge.source === payload.predecessor_driver)?.target;
    const candidates = [this.cursor.key, drivers[side], side === "target" ? aligned : null].map((key) => this.page.object(key));
    const object = candidates.find((each) => each?.side === side) ?? this.page.objects.find((each) => each.side === side && each.role === "driver");
    if (object) this.store.change((each) => pointersOf(object).forEach((pointer) => cite(each.evidence, pointer)));
  }
}

function valueOf(payload, name) {
  return name.split(".").reduce((part, key) => part?.[key], payload);
}

function assign(payload, name, value) {
  const keys = name.split(".");
  const last = keys.pop();
  keys.reduce((part, key) => part[key], payload)[last] = value;
}
