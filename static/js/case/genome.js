/* A genome in dispute: one object is current; j and k move, 1 2 3 0 choose, z takes a choice back. Everything is a plain form. */
import { watchLease } from "./lease.js";
import { Steps } from "./steps.js";
import { startTools } from "./tools.js";

const RENEW_EVERY = 5 * 60000;
const ASK_EVERY = 20000; // while choices are saved, so that a genome that went to another is said soon

const form = document.getElementById("case-form");
const rows = [...form.querySelectorAll(".conflict-row:not([data-decided])")];
let renewed = Date.now();

document.getElementById("steps").hidden = rows.length < 2;
form.querySelectorAll("[data-step]").forEach((button) => button.addEventListener("click", () => step(Number(button.dataset.step))));
for (const row of rows) {
  row.addEventListener("focusin", () => makeCurrent(row));
  row.addEventListener("click", () => makeCurrent(row));
}
new Steps(form);
startTools(form);
watchLease();
for (const event of ["keydown", "pointerdown"]) document.addEventListener(event, renew, { passive: true });

/* Saved or refused, it may be decided or another's by now: the answer to holding it longer says so in the bar above. */
document.addEventListener("draft:state", ({ detail }) => {
  if (detail.state === "refused") renew({}, 0);
  if (detail.state === "saved") renew({}, ASK_EVERY);
});

/* Who reads and weighs without choosing is at work, too: the hold is renewed, at most every few minutes. */
function renew(_event, pause = RENEW_EVERY) {
  if (Date.now() - renewed < pause) return;
  renewed = Date.now();
  document.getElementById("lease-renew")?.requestSubmit();
}

function makeCurrent(row) {
  for (const each of rows) each.toggleAttribute("aria-current", false);
  row.setAttribute("aria-current", "true");
}

function step(by) {
  const at = rows.findIndex((row) => row.getAttribute("aria-current") === "true");
  const next = rows[(at + by + rows.length) % rows.length];
  makeCurrent(next);
  next.scrollIntoView({ block: "center" });
  next.focus({ preventScroll: true });
}
