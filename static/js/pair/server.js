/* What the server says after each save: what is still missing, and what the record derives. */
import { nodesOf } from "./texts.js";

export class Server {
  constructor(form) {
    this.form = form;
  }

  show({ missing, missing_count: count, derived, differs }) {
    if (missing === undefined) return;
    this.#swap("missing", missing);
    this.#swap("derived", derived);
    for (const place of document.querySelectorAll("[data-missing-count]")) place.textContent = count;
    document.getElementById("reason").hidden = !differs && !this.form.elements.dynamics_reason.value;
  }

  /* To the list, after a submission was refused. */
  point() {
    const title = document.getElementById("missing-title");
    title.scrollIntoView({ block: "nearest" });
    title.focus();
  }

  summary() {
    return `${document.getElementById("missing-title").textContent.trim().replace(/\s*(\d+)$/, ": $1")}`;
  }

  #swap(id, html) {
    const fresh = [...nodesOf(html)].find((node) => node.id === id);
    if (fresh) document.getElementById(id).replaceWith(fresh);
  }
}
