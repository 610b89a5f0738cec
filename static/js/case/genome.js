/* A genome in dispute: one object is current; j and k move, 1 2 3 0 choose. Everything is a plain form. */
const rows = [...document.querySelectorAll("#case-form .conflict-row:not([data-decided])")];

document.getElementById("steps").hidden = rows.length < 2;
document.querySelectorAll("[data-step]").forEach((button) => button.addEventListener("click", () => step(Number(button.dataset.step))));
for (const row of rows) {
  row.addEventListener("focusin", () => makeCurrent(row));
  row.addEventListener("click", () => makeCurrent(row));
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
