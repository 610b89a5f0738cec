/* The answer on the screen, in the shape of evaluator.schema.DiffAnswer, with its undo. Listeners get (payload, {structure}).
   `structure` is false for typed words: rows and forms then stay as they are. */

const CONTEXT = { task: "", benchmark: "", dataset: "", community: "" };
const EMPTY = {
  fates: {}, origins: {}, provenance: {}, alignments: [],
  predecessor_driver: null, driver_continuity: null, transition_driver: null,
  ecology: null, source_ecology: CONTEXT, target_ecology: CONTEXT,
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
    this.listeners = [];
    this.typing = null;
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  /* One step of the person's: undone as one. */
  change(mutate) {
    this.#remember(null);
    mutate(this.payload);
    this.#tell(true);
  }

  /* Words being typed into one field: undone as one, together. */
  type(field, mutate) {
    if (this.typing !== field) this.#remember(field);
    mutate(this.payload);
    this.#tell(false);
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.typing = null;
    this.payload = before;
    this.#tell(true);
  }

  /* What a kept copy or a conflict brought; that is no step to undo. */
  replace(payload) {
    this.payload = complete(payload);
    this.past = [];
    this.typing = null;
    for (const listener of this.listeners) listener(this.payload, { structure: true, replaced: true });
  }

  #remember(field) {
    this.typing = field;
    this.past.push(structuredClone(this.payload));
    if (this.past.length > DEEPEST_UNDO) this.past.shift();
  }

  #tell(structure) {
    for (const listener of this.listeners) listener(this.payload, { structure });
  }
}
