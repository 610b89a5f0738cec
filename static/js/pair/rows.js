/* The two genomes as rows, arranged like diffs/selectors/rows.py: aligned objects share a row, a second target stands below.
   A row that stays the same keeps its element; only what a change touched is made anew. */

const SIGNS = { inherited: "=", mutated: "≈", lost: "×", novel: "+", external: "↘", open: "?" };
const STRAIGHT = "M0 18H100";
const WAVE = "M0 18q6.25-7 12.5 0t12.5 0 12.5 0 12.5 0 12.5 0 12.5 0 12.5 0 12.5 0";

export class Rows {
  constructor(page) {
    this.page = page;
    this.cards = new Map([...document.querySelectorAll("article[data-object]")].map((card) => [card.dataset.object, card]));
    this.lists = new Map([...document.querySelectorAll(".band")].map((band) => [band.dataset.type, band.querySelector(".diff")]));
    this.drawn = new Map(); // of each band: what a row says → its element
  }

  render(payload) {
    const focused = document.activeElement?.closest?.("article[data-object]");
    for (const [type, list] of this.lists) {
      const objects = this.page.objects.filter((object) => object.type === type);
      this.#band(type, list, arrange(objects, payload, this.page), payload);
    }
    if (focused && focused !== document.activeElement) focused.focus({ preventScroll: true });
  }

  #band(type, list, rows, payload) {
    const before = this.drawn.get(type) ?? new Map();
    const now = new Map();
    for (const row of rows) {
      const said = saidBy(row, payload, this.page);
      now.set(said, before.get(said) ?? this.#row(row, payload));
    }
    this.drawn.set(type, now);
    const wanted = [...now.values()];
    const kept = new Set(wanted);
    for (const element of [...list.children]) if (!kept.has(element)) element.remove();
    wanted.forEach((element, index) => {
      if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
    });
  }

  #row(row, payload) {
    const item = clone("row-template");
    const link = item.querySelector(".link");
    const sign = link.querySelector(".fate-sign");
    item.dataset.open = String(row.fate === "open");
    for (const element of [item, link, sign]) element.dataset.fate = row.fate;
    sign.textContent = SIGNS[row.fate];
    link.querySelector(".link-word").textContent = this.page.word(`fate-${row.fate}`);
    link.querySelector("path").setAttribute("d", pathOf(row));
    link.before(row.source ? this.#card(row.source, row.fate) : this.#slot(row, payload));
    link.after(row.target ? this.#card(row.target, row.edge ? "aligned" : row.fate) : this.#slot(row, payload));
    if (row.edge) Object.assign(item.dataset, { edgeSource: row.edge.source, edgeTarget: row.edge.target });
    return item;
  }

  #card(object, state) {
    const card = this.cards.get(object.key);
    card.querySelector(".object-fate").textContent = this.page.word(`fate-${state}`);
    return card;
  }

  #slot(row, payload) {
    const slot = clone(`slot-${slotOf(row)}`);
    if (slotOf(row) === "linked") slot.querySelector("[data-others]").append(...handlesTo(row.linked));
    if (slotOf(row) === "lost") this.#repaired(slot, row.source);
    if (slotOf(row) === "external") slot.querySelector("[data-edit-provenance]").textContent = originOf(payload.provenance[row.target.key], this.page);
    return slot;
  }

  #repaired(slot, source) {
    const repairing = this.page.objects.filter((object) => object.side === "target" && object.repairs.includes(source.key));
    const place = slot.querySelector("[data-repaired]");
    place.hidden = repairing.length === 0;
    place.append(...handlesTo(repairing));
  }
}

/* Everything that a row shows, as one text: rows that say the same are the same. */
function saidBy({ fate, source, target, edge, linked = [] }, payload, page) {
  const origin = fate === "external" && target ? originOf(payload.provenance[target.key], page) : "";
  return JSON.stringify([fate, source?.key, target?.key, edge?.source, edge?.target, linked.map(({ key }) => key), origin]);
}

/* Sources in order, each with its first free target beside it and its further targets below; then what is left. */
function arrange(objects, payload, page) {
  const rows = [];
  const waiting = new Map(objects.filter((object) => object.side === "target").map((object) => [object.key, object]));
  const take = (key) => { const object = waiting.get(key); waiting.delete(key); return object; };
  for (const source of objects.filter((object) => object.side === "source")) {
    const fate = payload.fates[source.key] ?? "open";
    const edges = payload.alignments.filter((edge) => edge.source === source.key);
    const free = edges.filter((edge) => waiting.has(edge.target));
    if (free.length) rows.push({ fate, source, target: take(free[0].target), edge: free[0] });
    else rows.push({ fate, source, edge: edges[0], linked: known(edges.map((edge) => edge.target), page) });
    for (const edge of free.slice(1)) rows.push({ fate, target: take(edge.target), edge, linked: [source] });
  }
  return [...rows, ...[...waiting.values()].map((target) => alone(target, payload, page))];
}

function alone(target, payload, page) {
  const edges = payload.alignments.filter((each) => each.target === target.key);
  const linked = known(edges.map((edge) => edge.source), page);
  if (linked.length) return { fate: payload.fates[edges[0].source] ?? "open", target, edge: edges[0], linked };
  const origin = payload.origins[target.key];
  return { fate: !origin || origin === "aligned" ? "open" : origin, target };
}

function known(keys, page) {
  return keys.map((key) => page.object(key)).filter(Boolean);
}

function slotOf(row) {
  if (row.linked?.length) return "linked";
  if (row.fate !== "open") return row.fate === "lost" || row.target ? row.fate : "open-source";
  return row.source ? "open-source" : "open-target";
}

function pathOf(row) {
  if (row.source && row.target) return row.fate === "mutated" ? WAVE : STRAIGHT;
  if (row.source) return "M0 18H50";
  return row.fate === "external" ? STRAIGHT : "M50 18H100";
}

function originOf(provenance, page) {
  const where = provenance?.paper || provenance?.citation;
  if (!where || !provenance.lineage) return page.word("external-open");
  return page.word("external-of", { lineage: provenance.lineage, where });
}

export function clone(id) {
  return document.getElementById(id).content.firstElementChild.cloneNode(true);
}

function handlesTo(objects) {
  return objects.flatMap((object) => {
    const handle = document.createElement("a");
    Object.assign(handle, { className: "handle", textContent: object.handle, href: `#o-${object.key}` });
    handle.dataset.type = object.type;
    return [handle, " "];
  });
}
