/* What a row has beside its choices: a reason of its own, and a flag. Opened, they have the cursor in their first field.
   Own answer, pressed again, goes into its fields; Escape leads from any field back to the row. */
import { bindKey } from "../keys.js";

export function startTools(form) {
  form.addEventListener("click", (event) => {
    const details = event.target.closest(".row-more > summary")?.parentElement;
    if (!details) return;
    event.preventDefault(); // opened here, at once: what is typed next belongs into the field
    details.open = !details.open;
    if (details.open) details.querySelector("select, textarea").focus();
  });
  startOwn(form);
  // A row that was flagged comes back from the server without the words that were sent: the draft follows.
  form.addEventListener("htmx:afterSettle", ({ target }) => {
    if (target.matches(".row-flag")) form.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

function startOwn(form) {
  const radios = [...form.querySelectorAll("[data-pick='own'] input")];
  let chosen = new Set(radios.filter((radio) => radio.checked));
  const note = () => { chosen = new Set(radios.filter((radio) => radio.checked)); };
  form.addEventListener("click", ({ target }) => {
    if (chosen.has(target)) target.closest(".conflict-row").querySelector(".own-answer :is(select, input, textarea)").focus();
  });
  for (const event of ["input", "change"]) form.addEventListener(event, note); // both come after the click
  bindKey("Escape", () => leaveField(form), { typing: true, within: form });
}

function leaveField(form) {
  if (!document.activeElement.matches("input, select, textarea")) return false;
  const row = document.activeElement.closest(".conflict-row") ?? form.querySelector(".conflict-row[aria-current='true']");
  row.focus({ preventScroll: true });
  return true;
}
