/* The case screen: one row in dispute is current; j and k move, the row's own keys choose, z takes a choice back.
   Everything is a plain form: the server composes and checks, this only moves and remembers. */
import { watchLease } from "./lease.js";
import { Steps } from "./steps.js";
import { startTools } from "./tools.js";

const form = document.getElementById("case-form");
const rows = [...form.querySelectorAll(".conflict-row")];
const position = document.getElementById("position");

document.getElementById("steps").hidden = rows.length < 2;
form.querySelectorAll("[data-step]").forEach((button) => button.addEventListener("click", () => step(Number(button.dataset.step))));
rows.forEach((row) => row.addEventListener("focusin", () => makeCurrent(row)));
rows.forEach((row) => row.addEventListener("click", () => makeCurrent(row)));
document.addEventListener("draft:state", (event) => {
  // Refused, it was decided meanwhile or is another's now: the bar above says so.
  if (["saved", "refused"].includes(event.detail.state)) document.body.dispatchEvent(new CustomEvent("draft-saved"));
});
new Steps(form);
startTools(form);
watchLease();
makeCurrent(rows.find((row) => !row.querySelector("input[type='radio']:checked")) ?? rows[0]);

function makeCurrent(row) {
  if (!row) return;
  for (const each of rows) each.toggleAttribute("aria-current", false);
  row.setAttribute("aria-current", "true");
  position.textContent = position.dataset.template.replace("{number}", rows.indexOf(row) + 1).replace("{total}", rows.length);
}

function step(by) {
  const at = rows.findIndex((row) => row.getAttribute("aria-current") === "true");
  const next = rows[(at + by + rows.length) % rows.length];
  makeCurrent(next);
  next.scrollIntoView({ block: "center" });
  next.focus({ preventScroll: true });
}
