/* A line for every pair of aligned objects, from head to head: plain when inherited, waving when mutated, dotted while
   two objects are only picked or suggested. The lines lie over the bands and scroll with them; whatever changes the shape of the page
   (a window, the rail, zoom, fonts, a filter, a fold, a formula) has them measured anew before the next frame. */

const HEAD = 18;
const NS = "http://www.w3.org/2000/svg";
// Lines between rows keep off the middle of the gutter, where the signs stand: shares of its width. A line that leaves a lone source
// passes its sign and turns on the right; one that comes to a lone target turns on the left and passes the sign there.
const LANES = { left: [0.22, 0.13, 0.3], right: [0.78, 0.87, 0.7] };
const CORNER = 9;

export class Links {
  constructor(body, cursor = null) {
    Object.assign(this, { body, cursor, ground: body.querySelector("#bands"), svg: body.querySelector("#links") });
    Object.assign(this, { lines: new Map(), paths: new Map(), hovered: null, frame: 0 });
    const observer = new ResizeObserver(() => this.draw());
    for (const element of [body, this.ground, ...body.querySelectorAll(".band")]) observer.observe(element);
    document.fonts.addEventListener("loadingdone", () => this.draw());
    body.addEventListener("pointerover", (event) => this.#hover(event.target.closest("article[data-object]")?.dataset.object ?? null));
    body.addEventListener("pointerleave", () => this.#hover(null));
    cursor?.listen(() => this.#emphasise());
  }

  /* lines: [{source, target, fate}] by object id; fate may also be "open" or "suggested". */
  show(lines) {
    const said = JSON.stringify(lines);
    if (said === this.said) return;
    this.said = said;
    this.lines = new Map(lines.map((line) => [`${line.source}|${line.target}`, line]));
    for (const [name, path] of this.paths) {
      if (!this.lines.has(name)) {
        path.remove();
        this.paths.delete(name);
      }
    }
    for (const [name, line] of this.lines) this.#pathOf(name).dataset.fate = line.fate;
    this.#emphasise();
    this.soon();
  }

  /* Before the next frame, once, however often it is asked for. */
  soon() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    const origin = this.ground.getBoundingClientRect();
    const spans = [...this.lines].map(([name, line]) => ({ name, line, span: spanOf(line, origin) }));
    const lanes = lanesOf(spans.filter(({ span }) => span && span.start.y !== span.end.y));
    for (const { name, line, span } of spans) {
      const path = this.#pathOf(name);
      const drawn = span ? shapeOf(span, line.fate, lanes.get(name) ?? 0.5) : "";
      path.toggleAttribute("data-across", lanes.has(name));
      if (path.getAttribute("d") !== drawn) path.setAttribute("d", drawn);
    }
  }

  #pathOf(name) {
    if (!this.paths.has(name)) {
      const path = document.createElementNS(NS, "path");
      const { source, target } = this.lines.get(name);
      Object.assign(path.dataset, { source, target });
      this.paths.set(name, path);
      this.svg.append(path);
    }
    return this.paths.get(name);
  }

  #hover(key) {
    if (key === this.hovered) return;
    this.hovered = key;
    this.#emphasise();
  }

  /* The lines of the object that is pointed at, else of the cursor's, stand out; the rest keep quiet. */
  #emphasise() {
    const key = this.hovered ?? this.cursor?.key ?? null;
    let any = false;
    for (const [name, path] of this.paths) {
      const { source, target } = this.lines.get(name);
      const near = key !== null && (source === key || target === key);
      path.toggleAttribute("data-near", near);
      any ||= near;
    }
    this.svg.toggleAttribute("data-focused", any);
  }
}

/* The lines of an answer, and one for each two objects that are picked. */
export function linesOf({ alignments = [], fates = {} }, { source = [], target = [] } = {}) {
  const picked = source.flatMap((one) => target.map((other) => ({ source: one, target: other, fate: "open" })));
  return [...picked, ...alignments.map((edge) => ({ source: edge.source, target: edge.target, fate: fates[edge.source] ?? "open" }))];
}

/* From the right edge of the source's card to the left edge of the target's; null when either is hidden, or one stands below the other. */
function spanOf({ source, target }, origin) {
  const [from, to] = [source, target].map((key) => document.getElementById(`o-${key}`));
  if (!from?.checkVisibility() || !to?.checkVisibility()) return null;
  const [left, right] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  if (right.left <= left.right) return null;
  const place = (x, y) => ({ x: round(x - origin.left), y: round(y - origin.top + HEAD) });
  const side = from.parentElement.querySelectorAll(":scope > article").length === 1 ? "right" : "left";
  return { start: place(left.right, left.top), end: place(right.left, right.top), side };
}

/* {name → lane}: each line in the first lane of its side that is free along its whole height; when none is, they are shared in turn. */
function lanesOf(spans) {
  const ends = { left: LANES.left.map(() => -Infinity), right: LANES.right.map(() => -Infinity) };
  const reach = ({ span }) => [Math.min(span.start.y, span.end.y), Math.max(span.start.y, span.end.y)];
  const sorted = spans.toSorted((one, other) => reach(one)[0] - reach(other)[0] || reach(one)[1] - reach(other)[1]);
  return new Map(sorted.map((each, index) => {
    const [top, foot] = reach(each);
    const { side } = each.span;
    const free = ends[side].findIndex((end) => end < top);
    const lane = free === -1 ? index % ends[side].length : free;
    ends[side][lane] = Math.max(ends[side][lane], foot);
    return [each.name, LANES[side][lane]];
  }));
}

/* Along the gutter in its own lane, with round corners; level when both heads are. */
function shapeOf({ start, end }, fate, lane) {
  if (fate === "mutated") return `${waving(pointsOf(start, end, lane))}L${end.x} ${end.y}`;
  if (start.y === end.y) return `M${start.x} ${start.y}H${end.x}`;
  const { x, radius, down } = turns(start, end, lane);
  return `M${start.x} ${start.y}H${x - radius}Q${x} ${start.y} ${x} ${start.y + down * radius}V${end.y - down * radius}Q${x} ${end.y} ${x + radius} ${end.y}H${end.x}`;
}

function turns(start, end, lane) {
  const x = round(start.x + (end.x - start.x) * lane);
  return { x, down: Math.sign(end.y - start.y), radius: Math.min(CORNER, Math.abs(end.y - start.y) / 2, x - start.x, end.x - x) };
}

/* The same way as points two pixels apart: [x, y, dx, dy] with the direction there. */
function pointsOf(start, end, lane) {
  if (start.y === end.y) return straight(start, end);
  const { x, radius, down } = turns(start, end, lane);
  const corners = [{ x: x - radius, y: start.y }, { x, y: start.y + down * radius }, { x, y: end.y - down * radius }, { x: x + radius, y: end.y }];
  return [
    ...straight(start, corners[0]), ...bend(corners[0], { x, y: start.y }, corners[1]),
    ...straight(corners[1], corners[2]), ...bend(corners[2], { x, y: end.y }, corners[3]), ...straight(corners[3], end),
  ];
}

function straight(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / (length || 1), (to.y - from.y) / (length || 1)];
  return Array.from({ length: Math.ceil(length / 2) }, (_, step) => [from.x + 2 * step * dx, from.y + 2 * step * dy, dx, dy]);
}

function bend(from, corner, to) {
  const steps = 6;
  return Array.from({ length: steps }, (_, step) => {
    const [t, u] = [step / steps, 1 - step / steps];
    const [x, y] = ["x", "y"].map((axis) => u * u * from[axis] + 2 * u * t * corner[axis] + t * t * to[axis]);
    const [dx, dy] = ["x", "y"].map((axis) => u * (corner[axis] - from[axis]) + t * (to[axis] - corner[axis]));
    const length = Math.hypot(dx, dy) || 1;
    return [x, y, dx / length, dy / length];
  });
}

/* Pushed off its way by a sine: a wave to about 13 pixels, fading towards both ends, where it meets the cards. */
function waving(points) {
  const last = points.length - 1;
  const moved = points.map(([x, y, dx, dy], index) => {
    const push = 3 * Math.sin((2 * Math.PI * index) / 6.5) * Math.min(1, index / 4, (last - index) / 4);
    return `${round(x - dy * push)} ${round(y + dx * push)}`;
  });
  return `M${moved.join("L")}`;
}

function round(number) {
  return Math.round(number * 10) / 10;
}
