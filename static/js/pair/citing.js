/* Evidence of the person's: where a selection in the texts goes, and which places belong to an object. */
import { toast } from "../toasts.js";
import { cite } from "./decide.js";

/* To the rationale, to the transition, or to the link at the cursor. */
export function citing({ page, store, details }) {
  return (where, { place, ...pointer }) => {
    page.name(pointer, place);
    const { edge } = details;
    if (where === "edge" && !edge) return toast(page.word("no-edge"));
    const part = pointer.paper === page.source ? "source_evidence" : "target_evidence";
    const same = (each) => each.source === edge.source && each.target === edge.target;
    store.change((payload) => cite(where === "edge" ? payload.alignments.find(same)[part] : payload[where], pointer));
    return toast(page.word("cited", { place }), { tone: "good" });
  };
}

/* The evidence of an object, and after it that of the objects it is linked with. */
export function evidenceAt(page, store) {
  return (key) => {
    const others = store.payload.alignments.flatMap((edge) => (edge.source === key ? [edge.target] : edge.target === key ? [edge.source] : []));
    return [key, ...others].flatMap((each) => page.object(each)?.evidence ?? []);
  };
}
