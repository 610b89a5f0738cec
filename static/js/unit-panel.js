/* The panel of a unit on the Progress page: Escape and its Close button empty it and lead back to the row it came from. */
const panel = document.getElementById("unit-panel");
let opener = null;

function close() {
  panel.replaceChildren();
  (opener?.isConnected ? opener : document.getElementById("main")).focus();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-unit-panel]");
  if (link) opener = link;
  if (event.target.closest("[data-close-panel]")) {
    event.preventDefault();
    close();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || !panel.hasChildNodes()) return;
  event.preventDefault();
  close();
});

/* A changed unit brings its row again: the button that opened the panel is then another element in the same place. */
document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  opener = detail.target.isConnected ? detail.target.querySelector("[data-unit-panel]") : document.querySelector(`#${detail.target.id} [data-unit-panel]`);
});
