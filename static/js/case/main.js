/* The case screen: one row in dispute is current; j and k move, the row's own keys choose, u takes a choice back.
   Everything is a plain form: the server composes and checks, this only moves and remembers. */
const form = document.getElementById("case-form");
const rows = [...form.querySelectorAll(".conflict-row")];
const undoButton = document.getElementById("undo");
const position = document.getElementById("position");
const past = [];
let known = snapshot();

document.getElementById("steps").hidden = rows.length < 2;
form.querySelectorAll("[data-step]").forEach((button) => button.addEventListener("click", () => step(Number(button.dataset.step))));
rows.forEach((row) => row.addEventListener("focusin", () => makeCurrent(row)));
rows.forEach((row) => row.addEventListener("click", () => makeCurrent(row)));
form.addEventListener("change", remember);
form.addEventListener("draft:applied", () => { known = snapshot(); });
undoButton.addEventListener("click", undo);
document.addEventListener("draft:state", (event) => {
  if (event.detail.state === "saved") document.body.dispatchEvent(new CustomEvent("draft-saved"));
});
makeCurrent(rows.find((row) => !row.querySelector("input[type='radio']:checked")) ?? rows[0]);
countDown(document.getElementById("lease"));

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

/* Radios and selects as they stand: what undo can give back. Typed words have the browser's own undo. */
function snapshot() {
  const state = new Map();
  for (const control of form.elements) {
    if (control.type === "radio") state.set(control, control.checked);
    else if (control.tagName === "SELECT") state.set(control, [...control.options].map((option) => option.selected));
  }
  return state;
}

function remember() {
  past.push(known);
  known = snapshot();
  undoButton.hidden = false;
}

function undo() {
  const state = past.pop();
  if (!state) return;
  for (const [control, value] of state) {
    if (control.type === "radio") control.checked = value;
    else value.forEach((selected, number) => { control.options[number].selected = selected; });
  }
  known = state;
  undoButton.hidden = past.length === 0;
  form.dispatchEvent(new Event("input", { bubbles: true })); // the draft listens to this; remember() does not
}

function countDown(lease) {
  const left = lease?.querySelector("[data-lease-left]");
  if (!left) return;
  const until = new Date(lease.dataset.until);
  const write = () => {
    const minutes = Math.max(0, Math.floor((until - Date.now()) / 60000));
    const clock = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
    left.textContent = lease.dataset.left.replace("{time}", clock);
  };
  write();
  setInterval(write, 30000);
}
