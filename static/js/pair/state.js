/* The answer on the screen, in the shape of evaluator.schema.DiffAnswer, with undo and redo.
   Listeners get (payload, {structure, replaced, step, older, newer}): `structure` is false for typed words, when rows and forms
   stay as they are; `step` is "undo" or "redo", and `older` and `newer` are then the two states around what was taken back. */

const CONTEXT = { task: "", benchmark: "", dataset: "", community: "" };
const EMPTY = {
  fates: {}, origins: {}, provenance: {}, alignments: [],
  predecessor_driver: null, driver_continuity: null, transition_driver: null,
  ecology: null, source_ecology: { ...CONTEXT }, target_ecology: { ...CONTEXT },
  transition_evidence: [], dynamics: null, dynamics_reason: "", rationale: "", evidence: [], confidence: null,
};
const DEEPEST_UNDO = 100;

export function complete(payload) {
  return structuredClone({ ...EMPTY, ...payload });
}

export class Store {
  constructor(payload) {
    this.payload = complete(payload);
    this.past = [];
    this.future = [];
    this.listeners = [];
    this.typing = null;
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  /* One step of the person's: undone as one. A change that changes nothing is none. */
  change(mutate) {
    const before = structuredClone(this.payload);
    mutate(this.payload);
    if (JSON.stringify(before) === JSON.stringify(this.payload)) return;
    this.#remember(before, null);
    this.#tell({ structure: true });
  }

  /* Words being typed into one field: undone as one, together. */
  type(field, mutate) {
    if (this.typing !== field) this.#remember(structuredClone(this.payload), field);
    mutate(this.payload);
    this.#tell({ structure: false });
  }

  undo() {
    return this.#step("undo", this.past, this.future);
  }

  redo() {
    return this.#step("redo", this.future, this.past);
  }

  /* What a kept copy or a conflict brought; that is no step to undo. */
  replace(payload) {
    this.payload = complete(payload);
    Object.assign(this, { past: [], future: [], typing: null });
    this.#tell({ structure: true, replaced: true });
  }

  #step(step, from, to) {
    const next = from.pop();
    if (!next) return false;
    const before = this.payload;
    to.push(before);
    Object.assign(this, { payload: next, typing: null });
    const [older, newer] = step === "undo" ? [next, before] : [before, next];
    this.#tell({ structure: true, step, older, newer });
    return true;
  }

  #remember(before, field) {
    this.typing = field;
    this.future = [];
    this.past.push(before);
    if (this.past.length > DEEPEST_UNDO) this.past.shift();
  }

  #tell(change) {
    for (const listener of this.listeners) listener(this.payload, change);
  }
}
