/* Files dropped on the form are chosen in its input; the chosen ones are listed before they are sent. */

const MOST = 100;
const LISTED = 12;

function list(input, place) {
  const names = [...input.files].map((file) => file.name);
  const lines = names.length > MOST ? [place.dataset.tooMany.replace("{count}", names.length)] : names.slice(0, LISTED);
  if (names.length > LISTED && names.length <= MOST) lines.push(`+ ${names.length - LISTED}`);
  place.replaceChildren(...lines.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  for (const button of input.form.querySelectorAll("button:not([type='button'])")) button.disabled = names.length > MOST;
}

for (const zone of document.querySelectorAll("[data-drop]")) {
  const input = zone.querySelector("input[type='file']");
  const place = zone.querySelector("[data-drop-list]");
  const over = (on) => zone.toggleAttribute("data-over", on);
  for (const event of ["dragenter", "dragover"]) {
    zone.addEventListener(event, (drag) => {
      drag.preventDefault();
      over(true);
    });
  }
  zone.addEventListener("dragleave", ({ relatedTarget }) => over(zone.contains(relatedTarget)));
  zone.addEventListener("drop", (drop) => {
    drop.preventDefault();
    over(false);
    if (!drop.dataTransfer.files.length) return;
    input.files = drop.dataTransfer.files;
    list(input, place);
  });
  input.addEventListener("change", () => list(input, place));
}
