/* One passage is current: j and k walk through them, the outline follows. */
import { tint } from "./selection.js";

const all = (reading) => [...reading.querySelectorAll(".passage")];

export function currentPassage(reading) {
  return reading.querySelector('.passage[aria-current="true"]');
}

export function setCurrentPassage(passage, reading, { focus = false } = {}) {
  currentPassage(reading)?.removeAttribute("aria-current");
  if (!passage) return;
  passage.setAttribute("aria-current", "true");
  markOutline(passage);
  if (!focus) return;
  passage.tabIndex = -1;
  passage.focus({ preventScroll: true });
  passage.scrollIntoView({ block: "nearest" });
}

export function stepPassage(step, reading) {
  const passages = all(reading);
  const here = passages.indexOf(currentPassage(reading));
  const next = here < 0 ? firstInView(passages) : passages[Math.min(Math.max(here + step, 0), passages.length - 1)];
  tint("place", null);
  setCurrentPassage(next, reading, { focus: true });
}

function firstInView(passages) {
  const top = document.getElementById("text-pane").getBoundingClientRect().top;
  return passages.find((passage) => passage.getBoundingClientRect().top >= top - 4) ?? passages[0];
}

/* The outline shows in which section the passage stands. */
function markOutline(passage) {
  const outline = document.getElementById("outline");
  const before = [...passage.closest("[data-reading]").querySelectorAll(".section-name")].filter(
    (heading) => heading.compareDocumentPosition(passage) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  for (const link of outline.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
  const heading = before.at(-1);
  if (!heading) return;
  const link = outline.querySelector(`a[href="#${CSS.escape(heading.id)}"]`);
  link?.setAttribute("aria-current", "true");
  link?.scrollIntoView({ block: "nearest" });
}

export function startPassages(reading) {
  reading.addEventListener("click", ({ target }) => {
    const passage = target.closest(".passage");
    if (passage) setCurrentPassage(passage, reading);
  });
  const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named && named.matches(".passage")) setCurrentPassage(named, reading);
}
