/* What a key does to the answer. Each function changes the payload it is given; diffs/rules.py on the server judges the result. */

const KEPT = ["inherited", "mutated"];

export function pointersOf(object) {
  return object.evidence.map(({ place: _place, ...pointer }) => pointer);
}

/* Links two objects, with the evidence that both were made from; linked already, it changes the fate. */
export function align(payload, source, target, fate) {
  payload.fates[source.key] = fate;
  payload.origins[target.key] = "aligned";
  if (edgeOf(payload, source.key, target.key)) return;
  payload.alignments.push({
    source: source.key, target: target.key, similarity: "",
    source_evidence: pointersOf(source), target_evidence: pointersOf(target),
    secondary: null, secondary_confidence: null,
  });
}

export function edgeOf(payload, source, target) {
  return payload.alignments.find((edge) => edge.source === source && edge.target === target);
}

export function unlink(payload, source, target) {
  payload.alignments = payload.alignments.filter((edge) => edge.source !== source || edge.target !== target);
  if (!payload.alignments.some((edge) => edge.source === source) && KEPT.includes(payload.fates[source])) delete payload.fates[source];
  if (!payload.alignments.some((edge) => edge.target === target) && payload.origins[target] === "aligned") delete payload.origins[target];
}

export function unlinkAll(payload, key) {
  for (const { source, target } of payload.alignments.filter((edge) => edge.source === key || edge.target === key)) unlink(payload, source, target);
}

export function lose(payload, key) {
  unlinkAll(payload, key);
  payload.fates[key] = "lost";
}

export function begin(payload, key, origin) {
  unlinkAll(payload, key);
  payload.origins[key] = origin;
  if (origin === "external") payload.provenance[key] ??= { kind: "citation", paper: "", citation: "", lineage: "" };
}

export function clear(payload, key) {
  unlinkAll(payload, key);
  delete payload.fates[key];
  delete payload.origins[key];
}

/* A pointer more in a list, once. */
export function cite(list, pointer) {
  if (!list.some((each) => samePlace(each, pointer))) list.push(pointer);
}

export function samePlace(one, other) {
  return one.paper === other.paper && one.start === other.start && one.end === other.end;
}
