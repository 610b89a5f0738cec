/* Links between objects that do not share a row: one source into several targets, several into one. Drawn from head to head,
   straight when inherited, waving when mutated, dotted while two objects are only picked. Measured anew whenever the page changes shape. */

const HEAD = 18;
const NS = "http://www.w3.org/2000/svg";

export class Links {
  constructor(body) {
    this.body = body;
    this.svg = body.querySelector("#links");
    this.lines = [];
    const observer = new ResizeObserver(() => this.draw());
    observer.observe(body);
    for (const band of body.querySelectorAll(".band")) observer.observe(band);
  }

  /* lines: [{source, target, fate}] by object id; those within one row are left out, the row draws them itself. */
  show(lines) {
    this.lines = lines;
    this.draw();
  }

  draw() {
    const origin = this.body.getBoundingClientRect();
    const paths = this.lines.map((line) => this.#path(line, origin)).filter(Boolean);
    this.svg.setAttribute("height", this.body.scrollHeight);
    this.svg.replaceChildren(...paths);
  }

  #path({ source, target, fate }, origin) {
    const from = document.getElementById(`o-${source}`);
    const to = document.getElementById(`o-${target}`);
    if (!from || !to || from.parentElement === to.parentElement || !from.checkVisibility() || !to.checkVisibility()) return null;
    const [left, right] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
    if (right.left <= left.right) return null; // one below the other, as on a phone: words say it there
    const offset = { x: -origin.left, y: this.body.scrollTop - origin.top + HEAD };
    const start = { x: left.right + offset.x, y: left.top + offset.y };
    const end = { x: right.left + offset.x, y: right.top + offset.y };
    const path = document.createElementNS(NS, "path");
    path.setAttribute("d", fate === "mutated" ? waving(start, end) : curve(start, end));
    path.setAttribute("data-fate", fate);
    return path;
  }
}

function curve(start, end) {
  const middle = (start.x + end.x) / 2;
  return `M${start.x} ${start.y}C${middle} ${start.y} ${middle} ${end.y} ${end.x} ${end.y}`;
}

/* Points along the same curve, pushed off it by a sine: about one wave to 14 pixels. */
function waving(start, end) {
  const steps = 64;
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const t = step / steps;
    const ease = t * t * (3 - 2 * t);
    const push = 3 * Math.sin((t * length * Math.PI) / 7) * Math.min(1, 6 * t, 6 * (1 - t));
    return `${start.x + (end.x - start.x) * t} ${start.y + (end.y - start.y) * ease + push}`;
  });
  return `M${points.join("L")}`;
}
