/* What opens below the row of the cursor: the reason and evidence of a link, or where an external object comes from. */
import { bindKey } from "../keys.js";
import { chip } from "./chips.js";
import { edgeOf, samePlace, unlink } from "./decide.js";
import { clone } from "./rows.js";

export class Details {
  constructor({ page, store, cursor, texts, body }) {
    Object.assign(this, { page, store, cursor, texts, body, panel: null });
    body.addEventListener("input", (event) => this.#typed(event.target));
    body.addEventListener("click", (event) => {
      if (event.target.closest("[data-unlink]")) this.#unlink();
      const external = event.target.closest("[data-edit-provenance]");
      if (external) this.cursor.go(external.closest(".diff-row").querySelector("article"));
    });
    bindKey("w", () => this.#focusReason(), { label: page.word("key-reason") });
  }

  /* The edge of the row where the cursor is, if it has one. */
  get edge() {
    const row = this.cursor.card?.closest(".diff-row");
    return row?.dataset.edgeSource ? edgeOf(this.store.payload, row.dataset.edgeSource, row.dataset.edgeTarget) : null;
  }

  show() {
    const typing = this.panel?.contains(document.activeElement);
    const row = this.cursor.card?.closest(".diff-row");
    if (typing && this.panel.parentElement === row) return;
    this.panel?.remove();
    this.panel = null;
    if (!row) return;
    if (this.edge) this.panel = this.#edgePanel();
    else if (row.dataset.fate === "external") this.panel = this.#provenancePanel();
    if (this.panel) row.append(this.panel);
  }

  #edgePanel() {
    const { edge, page } = this;
    const panel = clone("edge-template");
    for (const field of panel.querySelectorAll("[data-edge]")) field.value = edge[field.dataset.edge] ?? "";
    const names = { source: page.object(edge.source)?.handle, target: page.object(edge.target)?.handle };
    panel.querySelector("[data-edge-name]").textContent = page.word("link-of", names);
    panel.querySelector("details").open = edge.secondary !== null;
    const chips = panel.querySelector("[data-edge-chips]");
    for (const part of ["source_evidence", "target_evidence"]) {
      chips.append(...edge[part].map((pointer) => chip(page, this.texts, pointer, () => this.#uncite(part, pointer), { named: true })));
    }
    return panel;
  }

  #provenancePanel() {
    const panel = clone("provenance-template");
    const provenance = this.store.payload.provenance[this.cursor.key] ?? {};
    for (const field of panel.querySelectorAll("[data-provenance]")) field.value = provenance[field.dataset.provenance] ?? "";
    this.#showKind(panel, provenance.paper);
    panel.className = "provenance edge-reason";
    return panel;
  }

  #typed(field) {
    const { edge, provenance } = field.dataset ?? {};
    if (edge) this.#typeEdge(edge, field.value);
    else if (provenance) this.#typeProvenance(provenance, field.value);
  }

  #typeEdge(part, value) {
    const found = this.edge;
    if (!found) return;
    const { source, target } = found;
    const values = { secondary: value || null, secondary_confidence: value === "" ? null : Math.min(100, Math.max(0, Math.trunc(Number(value)))) };
    this.store.type(`edge.${source}.${target}.${part}`, (payload) => { edgeOf(payload, source, target)[part] = values[part] === undefined ? value : values[part]; });
  }

  /* A paper of the library brings its own lineage; a citation needs one typed. */
  #typeProvenance(part, value) {
    const key = this.cursor.key;
    this.store.type(`provenance.${key}.${part}`, (payload) => {
      const found = { kind: "citation", paper: "", citation: "", lineage: "", ...payload.provenance[key] };
      found[part] = value;
      found.kind = found.paper ? "paper" : "citation";
      if (part === "paper" && value) found.lineage = this.page.papers[value] || found.lineage;
      payload.provenance[key] = found;
    });
    const { paper, lineage } = this.store.payload.provenance[key];
    if (part === "paper") this.panel.querySelector("[data-provenance='lineage']").value = lineage;
    this.#showKind(this.panel, paper);
  }

  #showKind(panel, paper) {
    panel.querySelector("[data-citation]").hidden = Boolean(paper);
    panel.querySelector("[data-provenance='lineage']").readOnly = Boolean(paper && this.page.papers[paper]);
  }

  #uncite(part, pointer) {
    const { source, target } = this.edge;
    this.store.change((payload) => {
      const edge = edgeOf(payload, source, target);
      edge[part] = edge[part].filter((each) => !samePlace(each, pointer));
    });
  }

  #unlink() {
    const { source, target } = this.edge;
    this.store.change((payload) => unlink(payload, source, target));
  }

  #focusReason() {
    const field = this.panel?.querySelector("input, select");
    field?.focus();
    return Boolean(field);
  }
}
