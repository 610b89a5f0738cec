/* What opens below the row of the cursor: every link of its object with the reason and the evidence, or where an external object is from. */
import { bindKey } from "../keys.js";
import { chip } from "./chips.js";
import { edgeOf, samePlace, unlink } from "./decide.js";
import { clone } from "./rows.js";

export class Details {
  constructor({ page, store, cursor, texts, body }) {
    Object.assign(this, { page, store, cursor, texts, body, panel: null, said: "" });
    body.addEventListener("input", (event) => this.#typed(event.target));
    body.addEventListener("click", (event) => {
      const gone = event.target.closest("[data-unlink]");
      if (gone) this.#unlink(gone.closest(".edge-edit").dataset);
      const external = event.target.closest("[data-edit-provenance]");
      if (external) this.cursor.go(external.closest(".diff-row").querySelector("article"));
    });
    bindKey("w", () => this.focusReason(), { label: page.word("key-reason") });
    cursor.listen(() => this.show());
  }

  /* The link that evidence goes to: where the focus is, else the row's own, else the first of the object. */
  get edge() {
    const focused = document.activeElement?.closest?.(".edge-edit")?.dataset;
    const own = this.cursor.row?.dataset;
    const found = (source, target) => source && edgeOf(this.store.payload, source, target);
    return found(focused?.source, focused?.target) || found(own?.edgeSource, own?.edgeTarget) || this.#edges()[0] || null;
  }

  /* Made anew only when there is something else to show; what is being typed into stays. */
  show() {
    const { row, key } = this.cursor;
    const edges = this.#edges();
    const isExternal = row?.dataset.fate === "external" && edges.length === 0;
    const said = JSON.stringify([key, isExternal, edges.map(({ source, target, source_evidence: one, target_evidence: other }) => [source, target, one, other])]);
    if (said === this.said && row && this.panel?.parentElement === row) return this.#refresh();
    const focused = this.panel?.contains(document.activeElement) ? document.activeElement : null;
    const back = focused && { edge: focused.closest(".edge-edit")?.dataset.target, source: focused.closest(".edge-edit")?.dataset.source, part: focused.dataset.edge };
    this.panel?.remove();
    this.panel = null;
    this.said = said;
    if (edges.length) this.panel = this.#edgesPanel(edges);
    else if (isExternal) this.panel = this.#provenancePanel();
    if (!this.panel) return undefined;
    row.append(this.panel);
    this.panel.dispatchEvent(new CustomEvent("pair:panel", { bubbles: true }));
    return back?.part && this.#block(back.source, back.edge)?.querySelector(`[data-edge="${back.part}"]`)?.focus();
  }

  /* To the reason of a link: the first that is still empty, unless one is named. */
  focusReason(source = null, target = null) {
    const blocks = [...(this.panel?.querySelectorAll(".edge-edit") ?? [])];
    const block = (source && this.#block(source, target)) || blocks.find((each) => !each.querySelector("[data-edge='similarity']").value.trim()) || blocks[0];
    const field = (block ?? this.panel)?.querySelector("input:not([readonly], [type='hidden']), select");
    field?.focus();
    return Boolean(field);
  }

  #block(source, target) {
    return this.panel.querySelector(`.edge-edit[data-source="${CSS.escape(source)}"][data-target="${CSS.escape(target)}"]`);
  }

  /* The links of the cursor's object, the one that its row shows first. */
  #edges() {
    const { key, row } = this.cursor;
    const own = (edge) => edge.source === row?.dataset.edgeSource && edge.target === row?.dataset.edgeTarget;
    const found = this.store.payload.alignments.filter((edge) => key !== null && (edge.source === key || edge.target === key));
    return found.toSorted((one, other) => Number(own(other)) - Number(own(one)));
  }

  #edgesPanel(edges) {
    const panel = document.createElement("div");
    panel.className = "edge-reason edges";
    panel.append(...edges.map((edge) => this.#edgeBlock(edge)));
    return panel;
  }

  #edgeBlock(edge) {
    const { page } = this;
    const block = clone("edge-template");
    const { source, target } = edge;
    Object.assign(block.dataset, { source, target });
    this.#fill(block, edge);
    const name = page.word("link-of", { source: page.object(source)?.handle, target: page.object(target)?.handle });
    block.querySelector("[data-edge-name]").textContent = name;
    block.ariaLabel = name;
    block.querySelector("details").open = edge.secondary !== null;
    const chips = block.querySelector("[data-edge-chips]");
    for (const part of ["source_evidence", "target_evidence"]) {
      chips.append(...edge[part].map((pointer) => chip(page, this.texts, pointer, () => this.#uncite(edge, part, pointer), { named: true })));
    }
    return block;
  }

  #fill(block, edge) {
    for (const field of block.querySelectorAll("[data-edge]")) {
      const value = String(edge[field.dataset.edge] ?? "");
      if (field.value !== value) field.value = value;
    }
  }

  #refresh() {
    for (const block of this.panel.querySelectorAll(".edge-edit")) {
      const edge = edgeOf(this.store.payload, block.dataset.source, block.dataset.target);
      if (edge) this.#fill(block, edge);
    }
    if (!this.panel.matches(".provenance")) return;
    this.#fillProvenance(this.panel);
    this.panel.dispatchEvent(new CustomEvent("pair:panel", { bubbles: true }));
  }

  #provenancePanel() {
    const panel = clone("provenance-template");
    this.#fillProvenance(panel);
    panel.className = "provenance edge-reason";
    return panel;
  }

  #fillProvenance(panel) {
    const provenance = this.store.payload.provenance[this.cursor.key] ?? {};
    for (const field of panel.querySelectorAll("[data-provenance]")) {
      const value = provenance[field.dataset.provenance] ?? "";
      if (field.value !== value) field.value = value;
    }
    panel.querySelector("[data-citation]").hidden = Boolean(provenance.paper);
    panel.querySelector("[data-provenance='lineage']").readOnly = Boolean(provenance.paper && this.page.papers[provenance.paper]);
  }

  #typed(field) {
    const { edge, provenance } = field.dataset ?? {};
    if (edge) this.#typeEdge(edge, field.value, field.closest(".edge-edit").dataset);
    else if (provenance) this.#typeProvenance(provenance, field.value);
  }

  #typeEdge(part, value, { source, target }) {
    if (!edgeOf(this.store.payload, source, target)) return;
    const values = { secondary: value || null, secondary_confidence: value === "" ? null : Math.min(100, Math.max(0, Math.trunc(Number(value)))) };
    this.store.type(`edge.${source}.${target}.${part}`, (payload) => { edgeOf(payload, source, target)[part] = values[part] === undefined ? value : values[part]; });
  }

  /* A paper of the library brings its own lineage; a citation needs one typed. */
  #typeProvenance(part, value) {
    const { key } = this.cursor;
    this.store.type(`provenance.${key}.${part}`, (payload) => {
      const found = { kind: "citation", paper: "", citation: "", lineage: "", ...payload.provenance[key] };
      found[part] = value;
      found.kind = found.paper ? "paper" : "citation";
      if (part === "paper" && value) found.lineage = this.page.papers[value] || found.lineage;
      payload.provenance[key] = found;
    });
    if (part === "paper") this.#fillProvenance(this.panel);
  }

  #uncite({ source, target }, part, pointer) {
    this.store.change((payload) => {
      const edge = edgeOf(payload, source, target);
      edge[part] = edge[part].filter((each) => !samePlace(each, pointer));
    });
  }

  #unlink({ source, target }) {
    this.store.change((payload) => unlink(payload, source, target));
    this.cursor.go(this.cursor.card);
  }
}
