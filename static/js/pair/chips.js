/* A cited place: its name opens the text there, the cross takes it away. */
import { clone } from "./rows.js";

/* `named` puts the paper's name before the place, where both papers' chips stand together. */
export function chip(page, texts, pointer, remove, { named = false } = {}) {
  const place = named ? `${page.names[pointer.paper] ?? pointer.paper} ${page.placeOf(pointer)}` : page.placeOf(pointer);
  const element = clone("chip-template");
  const show = element.querySelector("[data-show]");
  show.textContent = place;
  show.title = pointer.quote;
  show.addEventListener("click", () => texts.open(pointer.paper, pointer.start, pointer.end));
  const cross = element.querySelector("[data-remove]");
  cross.setAttribute("aria-label", page.word("remove", { place }));
  cross.addEventListener("click", remove);
  return element;
}
