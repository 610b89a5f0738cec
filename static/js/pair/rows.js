/* The two genomes as rows, arranged like diffs/selectors/rows.py: aligned objects share a row, a second target stands below. */

const SIGNS = { inherited: "=", mutated: "≈", lost: "×", novel: "+", external: "↘", open: "?" };
const STRAIGHT = "M0 18H100";
const WAVE = "M0 18q6.25-7 12.5 0t12.5 0 12.5 0 12.5 0 12.5 0 12.5 0 12.5 0 12.5 0";

export class Rows {
  constructor(page) {
    this.page = page;
    this.cards = new Map([...document.querySelectorAll("article[data-object]")].map((card) => [card.dataset.object, card]));
    this.lists = new Map([...document.querySelectorAll(".band")].map((band) => [band.dataset.type, band.querySelector(".diff")]));
  }

  render(payload) {
    const focused = document.activeElement?.closest?.("article[data-object]");
    for (const [type, list] of this.lists) {
      const objects = this.page.objects.filter((object) => object.type === type);
      list.replaceChildren(...arrange(objects, payload, this.page).map((row) => this.#row(row, payload)));
    }
    focused?.focus({ preventScroll: true });
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
    if (row.linked) point(slot.querySelector("[data-other]"), row.linked);
    if (slotOf(row) === "lost") this.#repaired(slot, row.source);
    if (slotOf(row) === "external") slot.querySelector("[data-edit-provenance]").textContent = this.#origin(payload.provenance[row.target.key]);
    return slot;
  }

  #repaired(slot, source) {
    const repairing = this.page.objects.filter((object) => object.side === "target" && object.repairs.includes(source.key));
    const place = slot.querySelector("[data-repaired]");
    place.hidden = repairing.length === 0;
    for (const object of repairing) place.append(handleTo(object), " ");
  }

  #origin(provenance) {
    const where = provenance?.paper || provenance?.citation;
    if (!where || !provenance.lineage) return this.page.word("external-open");
    return this.page.word("external-of", { lineage: provenance.lineage, where });
  }
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
    else rows.push({ fate, source, edge: edges[0], linked: page.object(edges[0]?.target) });
    for (const edge of free.slice(1)) rows.push({ fate, target: take(edge.target), edge, linked: source });
  }
  return [...rows, ...[...waiting.values()].map((target) => alone(target, payload, page))];
}

function alone(target, payload, page) {
  const edge = payload.alignments.find((each) => each.target === target.key);
  if (edge) return { fate: payload.fates[edge.source] ?? "open", target, edge, linked: page.object(edge.source) };
  const origin = payload.origins[target.key];
  return { fate: !origin || origin === "aligned" ? "open" : origin, target };
}

function slotOf(row) {
  if (row.linked) return "linked";
  if (row.fate !== "open") return row.fate === "lost" || row.target ? row.fate : "open-source";
  return row.source ? "open-source" : "open-target";
}

function pathOf(row) {
  if (row.source && row.target) return row.fate === "mutated" ? WAVE : STRAIGHT;
  if (row.source) return "M0 18H50";
  return row.fate === "external" ? STRAIGHT : "M50 18H100";
}

export function clone(id) {
  return document.getElementById(id).content.firstElementChild.cloneNode(true);
}

function handleTo(object) {
  const handle = document.createElement("a");
  handle.className = "handle";
  point(handle, object);
  return handle;
}

function point(handle, object) {
  handle.textContent = object.handle;
  handle.dataset.type = object.type;
  handle.href = `#o-${object.key}`;
}
