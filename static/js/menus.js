/* Menus are <details class="menu">: without scripts they open and close; with them Escape and a click outside close, arrows move. */

const MARGIN = 8;
const ITEMS = ".menu-panel :is(a[href], button:not([disabled]))";

function close(menu, { focus = false } = {}) {
  menu.open = false;
  if (focus) menu.querySelector("summary").focus();
}

function visibleItems(menu) {
  return [...menu.querySelectorAll(ITEMS)].filter((item) => item.checkVisibility());
}

function move(menu, event) {
  const items = visibleItems(menu);
  const here = items.indexOf(document.activeElement);
  const steps = { ArrowDown: here + 1, ArrowUp: here < 0 ? items.length - 1 : here - 1, Home: 0, End: items.length - 1 };
  const next = items[(steps[event.key] + items.length) % items.length];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function onKey(event) {
  const menu = event.target.closest?.("details.menu");
  if (!menu) return;
  if (event.key === "Escape" && menu.open) {
    event.preventDefault();
    close(menu, { focus: true });
  } else if (["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key) && (menu.open || event.key === "ArrowDown")) {
    menu.open = true;
    move(menu, event);
  }
}

function closeOthers(target) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(target)) close(menu);
  }
}

/** Move an open menu into the window; wherever its button stands, nothing of it is cut off. */
function keepInside(menu) {
  const panel = menu.querySelector(".menu-panel");
  if (!menu.open || !panel) return;
  panel.style.translate = "";
  const { left, right } = panel.getBoundingClientRect();
  const over = right + MARGIN - document.documentElement.clientWidth;
  const shift = left < MARGIN ? MARGIN - left : -Math.min(Math.max(over, 0), left - MARGIN);
  if (shift) panel.style.translate = `${shift}px 0`;
}

export function startMenus() {
  document.addEventListener("toggle", (event) => event.target.matches?.("details.menu") && keepInside(event.target), { capture: true });
  document.addEventListener("keydown", onKey, { capture: true });
  document.addEventListener("click", (event) => closeOthers(event.target));
  document.addEventListener("focusin", (event) => closeOthers(event.target));
}
