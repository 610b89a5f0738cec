/* Links to objects and to parts of the decision: what a filter, a fold or the other pane hides is shown first, and the focus goes to
   the very field where a gap is mended. Without scripts they are links within the page. */

const FIELDS = "select, textarea, input:not([type='hidden']), button:not(.help)";

export class Gaps {
  constructor({ store, cursor, details, panes, form }) {
    Object.assign(this, { store, cursor, details, panes, form });
    document.getElementById("main").addEventListener("click", (event) => {
      const link = event.target.closest("a[href^='#']");
      if (link && this.#follow(link)) event.preventDefault();
    });
  }

  #follow(link) {
    const place = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!place) return false;
    if (place.matches("article[data-object]")) return this.#toObject(place, link.dataset.gap ?? "");
    if (this.form.contains(place)) return this.#toPart(place);
    return false;
  }

  #toObject(card, gap) {
    this.panes.show("genomes");
    this.cursor.go(card);
    if (gap.startsWith("edge_") || gap === "secondary_without_confidence") this.#toEdge(card.dataset.object, gap);
    if (gap.includes("provenance")) this.details.focusReason();
    return true;
  }

  /* Of several links of the object, the one that lacks what the gap says. */
  #toEdge(key, gap) {
    const lacks = {
      edge_without_similarity: (edge) => !edge.similarity.trim(),
      edge_without_source_evidence: (edge) => edge.source_evidence.length === 0,
      edge_without_target_evidence: (edge) => edge.target_evidence.length === 0,
      secondary_without_confidence: (edge) => edge.secondary && edge.secondary_confidence === null,
    }[gap];
    const edge = lacks && this.store.payload.alignments.find((each) => (each.source === key || each.target === key) && lacks(each));
    if (edge) this.details.focusReason(edge.source, edge.target);
  }

  #toPart(part) {
    this.panes.show("decision");
    const fields = [...part.querySelectorAll(FIELDS)].filter((field) => field.checkVisibility());
    const field = part.matches("fieldset, section") ? (fields.find((each) => each.checked) ?? fields[0]) : part;
    part.scrollIntoView({ block: "nearest" });
    field?.focus();
    return true;
  }
}
