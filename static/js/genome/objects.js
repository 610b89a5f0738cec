/* The list of objects and their marks in the text: linked both ways, filtered, ordered, one of them current. */
import { showActions } from "./actions.js";
import { rangeOf, textOf } from "./offsets.js";
import { tint } from "./selection.js";

let current = "";
let shown = "";
let order = "text";

const card = (id) => document.querySelector(`[data-object-card="${CSS.escape(id)}"]`);
const marks = (id) => document.querySelectorAll(`[data-reading] [data-object="${CSS.escape(id)}"]`);

export function currentObject() {
  return current ? card(current) : null;
}

export function setCurrentObject(id, { scrollCard = false, scrollText = false } = {}) {
  for (const element of document.querySelectorAll("[data-object-card][aria-current]")) element.removeAttribute("aria-current");
  if (current) for (const mark of marks(current)) state(mark, "");
  current = id ?? "";
  const chosen = currentObject();
  showActions(chosen);
  if (!chosen) return;
  chosen.setAttribute("aria-current", "true");
  for (const mark of marks(current)) state(mark, "current");
  openDrawer(chosen);
  if (scrollCard) chosen.scrollIntoView({ block: "nearest" });
  if (scrollText) marks(current)[0]?.scrollIntoView({ block: "center" });
}

function openDrawer(element) {
  const drawer = element.closest("details");
  if (drawer) drawer.open = true;
}

function state(mark, name) {
  if (name) mark.dataset.state = name;
  else delete mark.dataset.state;
}

function hover(id, on) {
  card(id)?.toggleAttribute("data-hover", on);
  for (const mark of marks(id)) if (mark.dataset.state !== "current") state(mark, on ? "hover" : "");
}

function objectIdOf(element) {
  return element.closest?.("[data-object]")?.dataset.object ?? element.closest?.("[data-object-card]")?.dataset.objectCard ?? "";
}

/* -- Filter and order ----------------------------------------------------------------------------------------- */

function fits(element) {
  if (!shown) return true;
  if (shown === "flagged") return "flags" in element.dataset;
  if (shown.startsWith("flag:")) return (element.dataset.flags ?? "").split(" ").includes(shown.replace("flag:", ""));
  if (shown === "candidate") return element.dataset.state === "candidate";
  return element.dataset.type === shown.replace("type:", "");
}

function arrange() {
  const list = document.querySelector("[data-objects]");
  if (!list) return;
  const cards = [...list.children];
  const rank = (element) => "NMOLDC".indexOf(element.dataset.handle[0]) * 10000 + Number(element.dataset.handle.slice(1));
  const key = order === "type" ? rank : (element) => Number(element.dataset.at);
  cards.sort((one, other) => key(one) - key(other) || Number(one.dataset.objectCard) - Number(other.dataset.objectCard));
  for (const element of cards) element.hidden = !fits(element);
  if (cards.some((element, index) => list.children[index] !== element)) list.append(...cards);
}

function press(group, button) {
  for (const each of group.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each === button));
}

/* The kind of flag goes with the button that shows flagged objects. */
function onFlagKind(select) {
  shown = select.value;
  press(document.querySelector("[data-filter]"), document.querySelector('[data-show="flagged"]'));
  arrange();
}

function startFilter() {
  const filter = document.querySelector("[data-filter]");
  const ordering = document.querySelector("[data-order]");
  if (ordering) ordering.hidden = false;
  document.addEventListener("click", ({ target }) => {
    const show = target.closest("[data-show]");
    const by = target.closest("[data-order-by]");
    if (show) {
      shown = show.dataset.show;
      press(filter, show);
      const kind = filter.querySelector("[data-show-flag]");
      if (kind) kind.value = "flagged";
    }
    if (by) {
      order = by.dataset.orderBy;
      press(ordering, by);
    }
    if (show || by) arrange();
  });
  document.addEventListener("change", ({ target }) => target.matches("[data-show-flag]") && onFlagKind(target));
}

/* After the server has sent the list anew. */
export function renew() {
  const filter = document.querySelector("[data-filter]");
  const kind = filter?.querySelector("[data-show-flag]");
  const isKind = shown.startsWith("flag:") && [...(kind?.options ?? [])].some((option) => option.value === shown);
  if (isKind) kind.value = shown;
  const name = isKind ? "flagged" : shown;
  const pressed = filter?.querySelector(`[data-show="${CSS.escape(name)}"]`) ?? filter?.querySelector('[data-show=""]');
  if (!isKind) shown = pressed?.dataset.show ?? "";
  if (pressed) press(filter, pressed);
  arrange();
  if (current) setCurrentObject(current);
}

/* -- Links between list and text ------------------------------------------------------------------------------ */

function onPlace(link) {
  const reading = document.querySelector("[data-reading]");
  const [first] = [...reading.querySelectorAll("[data-run]")].filter((run) => Number(run.dataset.end) > Number(link.dataset.place));
  if (!first || !textOf(first)) return;
  const range = rangeOf({ start: Number(link.dataset.place), end: Number(link.dataset.placeEnd) }, reading);
  tint("place", range);
  setTimeout(() => tint("place", null), 1600);
  (range?.startContainer.parentElement ?? first).scrollIntoView({ block: "center" });
}

function onClick(event) {
  const { target } = event;
  const id = objectIdOf(target);
  if (!id) return;
  if (target.closest("[data-reading]")) {
    if (!document.getSelection().isCollapsed) return; // somebody selects text across a mark
    setCurrentObject(id, { scrollCard: true });
    return;
  }
  const link = target.closest("[data-place]");
  const more = target.closest("[data-more]");
  if (more) event.preventDefault(); // its buttons appear instead of a page of their own
  setCurrentObject(id, { scrollText: !link && !target.closest("a, button, summary, input, form") });
  if (link) {
    event.preventDefault();
    onPlace(link);
  }
}

function followHash() {
  const id = location.hash.match(/^#object-(\d+)$/)?.[1];
  if (id) setCurrentObject(id, { scrollCard: true, scrollText: true });
}

/* Where work goes on when the current candidate leaves the list: the one below it, else the one above. */
export function neighbourOfCandidate() {
  const here = currentObject();
  if (here?.dataset.state !== "candidate") return "";
  const cards = [...document.querySelectorAll("[data-objects] > [data-object-card]:not([hidden])")];
  const at = cards.indexOf(here);
  return (cards[at + 1] ?? cards[at - 1])?.dataset.objectCard ?? "";
}

export function stepObject(step) {
  const cards = [...document.querySelectorAll("[data-objects] > [data-object-card]:not([hidden])")];
  if (!cards.length) return;
  const here = cards.indexOf(currentObject());
  const next = cards[Math.min(Math.max(here + step, 0), cards.length - 1)];
  setCurrentObject(next.dataset.objectCard, { scrollCard: true, scrollText: true });
}

/* From the text to the list: the next object that rests on a passage becomes current. */
export function stepWithin(passage) {
  const ids = [...new Set([...(passage?.querySelectorAll("[data-object]") ?? [])].map((mark) => mark.dataset.object))];
  if (!ids.length) return false;
  setCurrentObject(ids[(ids.indexOf(current) + 1) % ids.length], { scrollCard: true });
  return true;
}

export function startObjects() {
  startFilter();
  document.addEventListener("click", onClick);
  for (const [event, on] of [["pointerover", true], ["pointerout", false]]) {
    document.addEventListener(event, ({ target }) => {
      const id = objectIdOf(target);
      if (id) hover(id, on);
    });
  }
  window.addEventListener("hashchange", followHash);
  followHash();
}
