/* Parts of an answer in words: for the choice between two tabs, and to say what a step changed.
   Objects are judged one by one: the choice between two tabs has a field for each object and each link, "fates/yolo:M1". */

const MAPS = ["fates", "origins", "provenance"];
const FEW = 3;

/* The answer with a field for each entry of its maps and each link, and back. */
export function split(payload) {
  const { alignments = [], ...rest } = payload;
  const parts = Object.entries(rest).flatMap(([field, value]) =>
    MAPS.includes(field) ? Object.entries(value).map(([key, each]) => [`${field}/${key}`, each]) : [[field, value]],
  );
  return Object.fromEntries([...parts, ...alignments.map((edge) => [`alignments/${edge.source}|${edge.target}`, edge])]);
}

export function join(parts) {
  const payload = { fates: {}, origins: {}, provenance: {}, alignments: [] };
  for (const [field, value] of Object.entries(parts)) {
    const [name, key] = field.split(/\/(.*)/s);
    if (name === "alignments") payload.alignments.push(value);
    else if (key === undefined) payload[name] = value;
    else payload[name][key] = value;
  }
  return payload;
}

export class Words {
  constructor(page, form) {
    Object.assign(this, { page, form });
  }

  /* The name of a field of a split answer. */
  labelOf(field) {
    const [name, key] = field.split(/\/(.*)/s);
    const label = this.page.word(`field-${name}`) || name;
    if (key === undefined) return label;
    const objects = name === "alignments" ? this.#link(...key.split("|")) : this.#name(key);
    return `${label}: ${objects}`;
  }

  format(field, value) {
    if (value === null || value === undefined) return "";
    const [name] = field.split("/");
    const formats = {
      fates: () => this.page.word(`fate-${value}`),
      origins: () => this.page.word(`fate-${value}`),
      provenance: () => `${this.page.paperNames?.[value.paper] ?? (value.paper || value.citation)} (${value.lineage})`,
      alignments: () => this.#edge(value),
      predecessor_driver: () => this.#name(value),
      transition_driver: () => this.#name(value),
      source_ecology: () => Object.values(value).filter(Boolean).join(", "),
      target_ecology: () => Object.values(value).filter(Boolean).join(", "),
      transition_evidence: () => this.#places(value),
      evidence: () => this.#places(value),
    };
    return formats[name]?.() ?? this.#chosen(field, value) ?? String(value);
  }

  /* What the step from one state to another did: its words, and the object where it happened. */
  describe(older, newer) {
    const [before, after] = [split(older), split(newer)];
    const fields = [...new Set([...Object.keys(after), ...Object.keys(before)])];
    const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
    // A link brings a fate and an origin with it: it is named, and they are not.
    const linked = new Set(changed.flatMap((field) => (field.startsWith("alignments/") ? field.slice("alignments/".length).split("|") : [])));
    const told = changed.filter((field) => !/^(fates|origins)\//.test(field) || !linked.has(field.split(/\/(.*)/s)[1]));
    const words = told.slice(0, FEW).map((field) => this.#change(field, before[field], after[field]));
    if (told.length > FEW) words.push(this.page.word("and-more", { count: told.length - FEW }));
    const first = told.find((field) => field.includes("/"));
    return { words: words.join("; "), key: first?.split(/\/(.*)/s)[1].split("|")[0] ?? null };
  }

  #change(field, before, after) {
    const [name, key] = field.split(/\/(.*)/s);
    if (name === "alignments") return this.page.word(!before ? "linked" : after ? "edited" : "unlinked", { link: this.#link(...key.split("|")) });
    if (["fates", "origins"].includes(name)) return `${this.#name(key)} ${this.page.word(`fate-${after ?? "open"}`)}`;
    const value = after && this.format(field, after);
    return value && value.length < 60 ? `${this.labelOf(field)}: ${value}` : this.labelOf(field);
  }

  #name(key) {
    return this.page.object(key)?.name ?? key;
  }

  #link(source, target) {
    return this.page.word("link-of", { source: this.#name(source), target: this.#name(target) });
  }

  #edge(edge) {
    const secondary = edge.secondary && `${this.#chosen("dynamics", edge.secondary) ?? edge.secondary} ${edge.secondary_confidence ?? "–"}`;
    return [edge.similarity || "…", this.#places([...edge.source_evidence, ...edge.target_evidence]), secondary].filter(Boolean).join(" · ");
  }

  #places(pointers) {
    return pointers.map((pointer) => `${this.page.names[pointer.paper] ?? pointer.paper} ${this.page.placeOf(pointer)}`).join(", ");
  }

  #chosen(field, value) {
    const option = this.form.querySelector(`input[type="radio"][name="${field}"][value="${CSS.escape(String(value))}"]`);
    return option?.closest("label")?.querySelector(".choice-name")?.textContent ?? option?.closest("label")?.textContent.trim();
  }
}
