/* The line between genomes and decision can be dragged, or moved by arrows; the browser remembers where it was put. */

const KEPT = "pair-rail";
const STEP = 16;
const [LEAST, MOST] = [280, 620];

export function bindDivider() {
  const line = document.getElementById("divider");
  const panes = line.parentElement;
  const rail = document.getElementById("decision");
  const set = (width) => {
    const kept = Math.round(Math.min(Math.max(width, LEAST), MOST, panes.clientWidth / 2));
    panes.style.setProperty("--rail", `${kept}px`);
    line.setAttribute("aria-valuenow", String(kept));
    localStorage.setItem(KEPT, String(kept));
  };
  const width = () => rail.getBoundingClientRect().width;
  line.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    line.focus();
    line.setPointerCapture(event.pointerId);
  });
  line.addEventListener("pointermove", (event) => {
    if (line.hasPointerCapture(event.pointerId)) set(panes.getBoundingClientRect().right - event.clientX);
  });
  line.addEventListener("keydown", (event) => {
    const moves = { ArrowLeft: STEP, ArrowRight: -STEP };
    if (!(event.key in moves)) return;
    event.preventDefault();
    set(width() + moves[event.key]);
  });
  const kept = Number(localStorage.getItem(KEPT));
  if (kept) set(kept);
  Object.assign(line, { ariaValueMin: String(LEAST), ariaValueMax: String(MOST), ariaValueNow: String(Math.round(width())) });
}
