/* The choice at a selection: which type of object it makes, or to which object it is added. */
import { describe } from "./selection.js";
import { words } from "./words.js";

export function startPopover({ reading, make, add, letGo }) {
  const popover = document.getElementById("type-popover");
  if (!popover) return () => undefined;
  reading.append(popover); // it scrolls with the text
  popover.addEventListener("pointerdown", (event) => event.preventDefault()); // a press must not clear the selection
  popover.addEventListener("click", ({ target }) => {
    const type = target.closest("[data-make]")?.dataset.make;
    if (type) make(type);
    else if (target.closest("[data-add-evidence]")) add();
    else if (target.closest("[data-let-go]")) letGo();
  });
  return (pick, { handle = "" } = {}) => show(popover, pick, reading, handle);
}

function show(popover, pick, reading, handle) {
  popover.hidden = !pick;
  if (!pick) return;
  popover.querySelector("[data-selection-facts]").textContent = describe(pick, words());
  const add = popover.querySelector("[data-add-evidence]");
  add.hidden = !handle;
  add.querySelector("[data-add-handle]").textContent = handle;
  position(popover, pick, reading);
}

/* Below the last line of the selection, within the column. */
function position(popover, pick, reading) {
  const rects = pick.range?.getClientRects() ?? [];
  const last = rects[rects.length - 1];
  if (!last) return;
  const column = reading.getBoundingClientRect();
  const indent = parseFloat(getComputedStyle(reading).paddingInlineStart);
  const widest = column.width - popover.offsetWidth;
  const left = Math.min(Math.max(pick.range.getBoundingClientRect().left - column.left, indent), Math.max(widest, 0));
  popover.style.setProperty("--popover-x", `${left}px`);
  popover.style.setProperty("--popover-y", `${last.bottom - column.top + 6}px`);
}
