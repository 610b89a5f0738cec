/* Where the person is among the objects, and which are picked for a link: one on each side, or several on one of them. */

const SIDES = ["source", "target"];

export class Cursor {
  constructor(body) {
    Object.assign(this, { body, key: null, listeners: [], picked: { source: [], target: [] }, reveal: () => {} });
    this.cards = [...body.querySelectorAll("article[data-object]")];
    this.marked = new Set();
    body.addEventListener("pointerdown", () => { this.before = this.key; }); // the press itself moves the cursor
    body.addEventListener("click", (event) => this.#click(event));
    body.addEventListener("focusin", (event) => {
      const card = event.target.closest?.("article[data-object]");
      if (card && card.dataset.object !== this.key) this.#set(card);
    });
  }

  /* Told after each move and each pick. */
  listen(listener) {
    this.listeners.push(listener);
  }

  get card() {
    return this.key === null ? null : this.cardOf(this.key);
  }

  get row() {
    return this.card?.closest(".diff-row") ?? null;
  }

  cardOf(key) {
    return document.getElementById(`o-${key}`);
  }

  /* To a card, which is made visible first when a filter or a folded band hides it. */
  go(card, { focus = true } = {}) {
    if (!card) return;
    if (!card.checkVisibility()) this.reveal(card);
    this.#set(card);
    card.scrollIntoView({ block: "nearest" });
    if (focus) card.focus({ preventScroll: true });
  }

  /* The next or previous object of the same genome that is shown. */
  move(step) {
    const cards = this.#side(this.card?.dataset.side ?? "source");
    const at = cards.indexOf(this.card);
    const ahead = at === -1 ? cards : step < 0 ? cards.slice(0, at).reverse() : cards.slice(at + step);
    this.go(ahead.find(visible) ?? (this.card && visible(this.card) ? this.card : null));
  }

  /* The first (1) or the last (-1) object of the genome that is shown. */
  end(which) {
    const cards = this.#side(this.card?.dataset.side ?? "source");
    this.go(which > 0 ? cards.find(visible) : cards.findLast(visible));
  }

  /* The first object of a type in this genome; from an object of that type, to the first across. */
  jump(type) {
    const here = this.card;
    const side = here?.dataset.side ?? "source";
    const order = here?.dataset.type === type ? SIDES.toSorted((one) => (one === side ? 1 : -1)) : [side, ...SIDES];
    this.go(order.map((each) => this.#side(each).find((card) => card.dataset.type === type)).find(Boolean));
  }

  /* The next object without a fate or an origin, of either genome, past the end from the beginning; hidden ones too. */
  nextOpen(step) {
    const cards = this.#side(null);
    const at = cards.indexOf(this.card);
    const ahead = step > 0 ? [...cards.slice(at + 1), ...cards.slice(0, at + 1)] : [...cards.slice(0, Math.max(at, 0)).reverse(), ...cards.slice(Math.max(at, 0)).reverse()];
    const found = ahead.find((card) => card.closest(".diff-row").dataset.open === "true");
    this.go(found);
    return Boolean(found);
  }

  /* To the other genome: the object across, else the nearest one of the same type, else the nearest at all. */
  cross(side) {
    const here = this.card;
    if (here?.dataset.side === side) return;
    const cards = this.#side(side).filter(visible);
    const across = here?.closest(".diff-row")?.querySelector(`article[data-side="${side}"]`);
    const near = (list) => list.toSorted((one, other) => distance(one, here) - distance(other, here))[0];
    this.go(across ?? near(cards.filter((card) => card.dataset.type === here?.dataset.type)) ?? near(cards));
  }

  /* `more` keeps what is picked on that side already. */
  pick({ card = this.card, more = false } = {}) {
    if (!card) return;
    const { side, object } = card.dataset;
    const others = this.picked[side].filter((key) => key !== object);
    const again = others.length < this.picked[side].length;
    if (again) this.picked[side] = more ? others : [];
    else this.picked[side] = more ? [...others, object] : [object];
    this.mark();
  }

  unpick() {
    this.letGo();
    this.mark();
  }

  letGo() {
    this.picked = { source: [], target: [] };
  }

  /* Shows on the cards where the cursor and the picks are; only those that change are touched. */
  mark() {
    const picked = new Set([...this.picked.source, ...this.picked.target]);
    for (const key of new Set([...this.marked, ...picked, this.key])) this.#show(key, picked.has(key));
    this.marked = new Set([...picked, this.key]);
    for (const listener of this.listeners) listener();
  }

  #show(key, isPicked) {
    const card = key === null ? null : this.cardOf(key);
    if (!card) return;
    card.toggleAttribute("data-picked", isPicked);
    card.tabIndex = key === this.key ? 0 : -1;
    if (key === this.key) card.setAttribute("aria-current", "true");
    else card.removeAttribute("aria-current");
  }

  #set(card) {
    if (this.key !== card.dataset.object) {
      this.key = card.dataset.object;
      this.mark();
    }
  }

  /* The cards of one genome, or of both, from the top of the page to its foot. */
  #side(side) {
    return [...this.body.querySelectorAll(side ? `article[data-side="${side}"]` : "article[data-object]")];
  }

  #click(event) {
    const card = event.target.closest("article[data-object]");
    if (!card || event.target.closest("a, button, input, select, textarea, summary, .peek")) return;
    if (!getSelection().isCollapsed) return;
    const again = card.dataset.object === this.before;
    this.go(card);
    // What is decided already is only looked at; a second click picks it all the same.
    const more = event.shiftKey;
    if (again || more || card.closest(".diff-row").dataset.open === "true") this.pick({ card, more });
  }
}

const visible = (card) => card.checkVisibility();

function distance(card, other) {
  return Math.abs(card.getBoundingClientRect().top - (other?.getBoundingClientRect().top ?? 0));
}
