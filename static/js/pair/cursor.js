/* Where the person is among the objects, and which two are picked for a link. */

export class Cursor {
  constructor(body, onChange) {
    this.body = body;
    this.onChange = onChange;
    this.key = null;
    this.picked = { source: null, target: null };
    body.addEventListener("pointerdown", () => { this.before = this.key; }); // the press itself moves the cursor
    body.addEventListener("click", (event) => this.#click(event));
    body.addEventListener("focusin", (event) => {
      const card = event.target.closest?.("article[data-object]");
      if (card && card.dataset.object !== this.key) this.#set(card);
    });
  }

  get card() {
    return this.key === null ? null : document.getElementById(`o-${this.key}`);
  }

  go(card, { focus = true } = {}) {
    if (!card) return;
    this.#set(card);
    card.scrollIntoView({ block: "nearest" });
    if (focus) card.focus({ preventScroll: true });
  }

  /* The next or previous object of the same genome that is shown. */
  move(step) {
    const cards = this.#shown(this.card?.dataset.side ?? "source");
    const at = cards.indexOf(this.card);
    this.go(cards[at === -1 ? 0 : Math.min(Math.max(at + step, 0), cards.length - 1)]);
  }

  /* To the other genome: the object across, else the nearest one of the same type, else the nearest at all. */
  cross(side) {
    const here = this.card;
    if (here?.dataset.side === side) return;
    const cards = this.#shown(side);
    const across = here?.closest(".diff-row")?.querySelector(`article[data-side="${side}"]`);
    const near = (list) => list.toSorted((one, other) => distance(one, here) - distance(other, here))[0];
    this.go(across ?? near(cards.filter((card) => card.dataset.type === here?.dataset.type)) ?? near(cards));
  }

  pick(card = this.card) {
    if (!card) return;
    const { side, object } = card.dataset;
    this.picked[side] = this.picked[side] === object ? null : object;
    this.mark();
  }

  unpick() {
    this.picked = { source: null, target: null };
    this.mark();
  }

  /* Shows on the cards where the cursor and the picks are. */
  mark() {
    for (const card of this.body.querySelectorAll("article[data-object]")) {
      const current = card.dataset.object === this.key;
      card.toggleAttribute("data-picked", this.picked[card.dataset.side] === card.dataset.object);
      card.tabIndex = current ? 0 : -1;
      if (current) card.setAttribute("aria-current", "true");
      else card.removeAttribute("aria-current");
    }
    this.onChange();
  }

  #set(card) {
    this.key = card.dataset.object;
    this.mark();
  }

  #shown(side) {
    return [...this.body.querySelectorAll(`article[data-side="${side}"]`)].filter((card) => card.checkVisibility());
  }

  #click(event) {
    const card = event.target.closest("article[data-object]");
    if (!card || event.target.closest("a, button, input, select, textarea, summary, .peek")) return;
    if (!getSelection().isCollapsed) return;
    const again = card.dataset.object === this.before;
    this.go(card);
    // What is decided already is only looked at; a second click picks it all the same.
    if (again || card.closest(".diff-row").dataset.open === "true") this.pick(card);
  }
}

function distance(card, other) {
  return Math.abs(card.getBoundingClientRect().top - (other?.getBoundingClientRect().top ?? 0));
}
