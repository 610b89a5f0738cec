/* The second reading: j and k walk through the objects, the keys of the current one choose, the text shows where it stands.
   The form works without this; the draft is kept by draft-forms.js, the server says what is complete. */
import { bindKey } from "../keys.js";

const form = document.getElementById("asked-form");
const objects = [...form.querySelectorAll(".asked")];
let shown = null; // the object whose place the text shows
const left = document.getElementById("left");

for (const each of objects) {
  each.addEventListener("focusin", () => makeCurrent(each));
  each.addEventListener("click", () => makeCurrent(each));
}
form.addEventListener("change", askWhy);
form.addEventListener("keydown", leaveReason);
for (const event of ["input", "change", "draft:applied"]) form.addEventListener(event, count);
bindKey("j", () => step(1), { label: words("j") });
bindKey("k", () => step(-1), { label: words("k") });
document.querySelector("[data-reading]").addEventListener("click", ({ target }) => {
  const mark = target.closest(".mark");
  if (mark) show(objects.find((each) => each.dataset.asked === mark.dataset.object));
});
makeCurrent(named() ?? objects.find((each) => !isComplete(each)) ?? objects[0]);
count();

function words(key) {
  return form.dataset[`key${key.toUpperCase()}`] ?? "";
}

function named() {
  return objects.find((each) => location.hash === `#${each.id}`);
}

function makeCurrent(object) {
  if (!object || (object.getAttribute("aria-current") === "true" && shown === object)) return;
  shown = object;
  for (const each of objects) each.toggleAttribute("aria-current", false);
  object.setAttribute("aria-current", "true");
  showInText(object);
}

function step(by) {
  const at = objects.findIndex((each) => each.getAttribute("aria-current") === "true");
  show(objects[Math.min(Math.max(at + by, 0), objects.length - 1)]);
}

function show(object) {
  if (!object) return;
  makeCurrent(object);
  object.scrollIntoView({ block: "nearest" });
  object.focus({ preventScroll: true });
}

function showInText(object) {
  const marks = [...document.querySelectorAll(".mark")];
  for (const mark of marks) mark.toggleAttribute("data-state", false);
  const own = marks.filter((mark) => mark.dataset.object === object.dataset.asked);
  for (const mark of own) mark.dataset.state = "current";
  const pane = document.getElementById("text-pane");
  if (own.length) pane.scrollTop += own[0].getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
}

/* "Not an object" wants a reason: after the key it can be typed at once. Who moves among the choices stays there. */
function askWhy({ target }) {
  if (target.value === "none" && target !== document.activeElement) target.closest(".asked").querySelector(".why-none input")?.focus();
}

/* Enter ends the reason, never the reading, which is final; Esc gives the keys back. */
function leaveReason(event) {
  if (!event.target.closest(".why-none") || event.isComposing) return;
  if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    step(1);
  } else if (event.key === "Escape") event.target.closest(".asked").focus({ preventScroll: true });
}

/* The server's rule, mirrored for speed: a type and a role, or no object and why. */
function isComplete(object) {
  const number = object.dataset.asked;
  const chosen = (part) => object.querySelector(`input[name="${part}.${number}"]:checked`)?.value ?? "";
  if (chosen("type") === "none") return object.querySelector(`input[name="reason.${number}"]`).value.trim() !== "";
  return chosen("type") !== "" && chosen("role") !== "";
}

function count() {
  for (const each of objects) each.toggleAttribute("data-complete", isComplete(each));
  const number = objects.filter((each) => !isComplete(each)).length;
  left.textContent = left.dataset.template.replace("{number}", number);
}
