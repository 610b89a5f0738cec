/* What the worker suggests for this pair: asked for when the screen opens, and again until it is there. */
import { send } from "../requests.js";

const SOON = 1500;
const LATEST = 15000;
const LATER = new Set(["working", "no_worker", "no_broker"]); // it comes by itself

export class Suggested {
  constructor(url, onChange) {
    Object.assign(this, { url, onChange, state: "asking", said: "", rows: [], wait: SOON });
    this.#ask();
  }

  /* For an object of either side, the most alike first: of a source its targets, of a target the sources that it is suggested for. */
  of(key) {
    const rows = this.rows.filter(({ source, target }) => source === key || target === key);
    return rows.toSorted((one, other) => other.score - one.score || one.rank - other.rank).slice(0, 5);
  }

  async #ask() {
    try {
      const { state, said, suggestions } = await send(this.url);
      Object.assign(this, { state, said, rows: suggestions });
    } catch (failure) {
      if (failure.name !== "RequestFailure") throw failure;
      if (failure.status !== 0 && failure.status < 500) return; // no longer ours to see; the draft says why
    }
    this.onChange();
    if (this.state === "asking" || LATER.has(this.state)) this.#again();
  }

  #again() {
    setTimeout(() => this.#ask(), this.wait);
    this.wait = Math.min(this.wait * 1.4, LATEST);
  }
}
