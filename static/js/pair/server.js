/* What the server says after each save: what is still missing, and what the record derives. */
import { renderMath } from "../math.js";
import { nodesOf } from "./texts.js";

export class Server {
  constructor(form) {
    this.form = form;
  }

  /* Others that stand beside the answer hear "pair:checked" with everything that the server said. */
  show(answer) {
    const { missing, missing_count: count, derived, differs } = answer;
    if (missing === undefined) return;
    this.#swap("missing", missing);
    this.#swap("derived", derived);
    for (const place of document.querySelectorAll("[data-missing-count]")) place.textContent = count;
    document.getElementById("reason").hidden = !differs && !this.form.elements.dynamics_reason.value;
    document.dispatchEvent(new CustomEvent("pair:checked", { detail: answer }));
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

  /* A link that has the focus keeps it, if the new list has it too; else the list's title has. */
  #swap(id, html) {
    const fresh = [...nodesOf(html)].find((node) => node.id === id);
    if (!fresh) return;
    const old = document.getElementById(id);
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const top = old.scrollTop;
    old.replaceWith(fresh);
    fresh.scrollTop = top;
    renderMath(fresh);
    if (!focused) return;
    const same = focused.hash && [...fresh.querySelectorAll("a")].find(({ hash }) => hash === focused.hash);
    (same || document.getElementById("missing-title")).focus({ preventScroll: true });
  }
}
