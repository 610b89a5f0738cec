/* The two settings: what they share, as the server finds it after each save, and one's own earlier words taken over by a key. */

export class Ecology {
  constructor({ page, store, form }) {
    Object.assign(this, { page, store, form, reuse: form.querySelector("[data-reuse]") });
    document.addEventListener("pair:checked", ({ detail }) => this.#mark(detail.shared));
    this.reuse?.addEventListener("click", () => this.#take());
    store.listen(() => this.#offer());
    this.#offer();
  }

  #mark(shared) {
    for (const [name, { likeness, words }] of Object.entries(shared ?? {})) {
      const row = this.form.querySelector(`[data-shared="${name}"]`);
      const mark = row.querySelector(".shared");
      row.hidden = !words;
      mark.dataset.likeness = likeness;
      if (mark.textContent !== words) mark.textContent = words;
    }
  }

  /* [side, field, words] of everything earlier whose place is empty now. */
  get #open() {
    return Object.entries(this.page.earlier ?? {}).flatMap(([side, context]) =>
      Object.entries(context).filter(([field]) => !this.store.payload[`${side}_ecology`][field].trim()).map(([field, words]) => [side, field, words]),
    );
  }

  #offer() {
    const place = this.reuse?.closest("#reuse");
    if (place) place.hidden = this.#open.length === 0;
  }

  /* Into the empty places only, as one step to undo. */
  #take() {
    const taken = this.#open;
    if (taken.length) this.store.change((payload) => taken.forEach(([side, field, words]) => { payload[`${side}_ecology`][field] = words; }));
    this.form.querySelector("[name='source_ecology.task']").focus();
  }
}
