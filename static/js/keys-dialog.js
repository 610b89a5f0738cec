/* The `?` overlay: the keys that act on this screen now, then the rows of <template id="keys">. */
import { bindKey, letSingleKeysAct, listKeys, singleKeysAct } from "./keys.js";

const SIGNS = { Enter: "Enter", Escape: "Esc", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Delete: "Del" };

function row({ key, label }) {
  const line = document.createElement("li");
  const keys = document.createElement("span");
  const parts = key.length === 1 ? [key] : key.split("+").filter(Boolean);
  keys.append(...parts.map((part) => Object.assign(document.createElement("kbd"), { textContent: SIGNS[part] ?? part })));
  line.append(keys, Object.assign(document.createElement("span"), { textContent: label }));
  return line;
}

function fill(dialog) {
  const list = document.createElement("ul");
  list.className = "keys-list";
  list.append(...listKeys().filter(({ label }) => label).map(row));
  const extra = document.getElementById("keys");
  if (extra) list.append(extra.content.cloneNode(true));
  dialog.querySelector("[data-keys-list]").replaceChildren(list);
}

export function startKeysDialog() {
  const dialog = document.getElementById("keys-dialog");
  if (!dialog) return;
  const open = () => {
    fill(dialog);
    dialog.showModal();
  };
  const box = dialog.querySelector("[data-keys-switch]");
  box.checked = singleKeysAct();
  box.addEventListener("change", () => letSingleKeysAct(box.checked));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  bindKey("?", open);
  for (const button of document.querySelectorAll("[data-open-keys]")) {
    button.hidden = false;
    button.addEventListener("click", open);
  }
}
