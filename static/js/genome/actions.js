/* What can be done with the current object: the buttons of its card, made from a template when it becomes current.
   Addresses are told by the card's own link, so that nothing is put together that the server does not know. */

const template = () => document.getElementById("object-actions")?.content.firstElementChild;

function addressOf(card, action) {
  const { objectsUrl, query } = document.querySelector("[data-genome]").dataset;
  return `${objectsUrl}${card.dataset.objectCard}/${action}${query}`;
}

/* The bar of a card, made anew each time: a card that was swapped in has none. */
export function showActions(card) {
  for (const bar of document.querySelectorAll("[data-object-card] > [data-actions]")) if (bar.parentElement !== card) bar.remove();
  if (!card || card.querySelector("[data-actions]") || !template()) return;
  const bar = template().cloneNode(true);
  const state = card.dataset.state ?? "accepted";
  const canEdit = document.querySelector("[data-genome]").dataset.canEdit === "true";
  for (const part of bar.querySelectorAll("[data-when]")) if (!part.dataset.when.split(" ").includes(state)) part.remove();
  for (const part of bar.querySelectorAll("[data-action]")) {
    const address = addressOf(card, part.dataset.action);
    if (part.matches("form")) part.setAttribute("action", address);
    else part.href = address;
    part.setAttribute(part.matches("form") ? "hx-post" : "hx-get", address);
  }
  if (!canEdit) for (const part of [...bar.children]) if (!part.matches("[data-history]")) part.remove();
  card.append(bar);
  globalThis.htmx.process(bar);
}

/* Open one of the short forms inside the bar; the other one closes. Returns false when there is none for this object. */
export function openInline(card, name) {
  const form = card?.querySelector(`[data-form="${name}"]`);
  if (!form || !card.querySelector(`[data-opens="${name}"]`)) return false;
  const show = form.hidden;
  closeInline();
  form.hidden = !show;
  card.querySelector(`[data-opens="${name}"]`).setAttribute("aria-expanded", String(show));
  if (show) form.querySelector("input, button").focus();
  return true;
}

export function closeInline() {
  const open = [...document.querySelectorAll("[data-actions] [data-form]:not([hidden])")];
  for (const form of open) {
    form.hidden = true;
    form.parentElement.querySelector(`[data-opens="${form.dataset.form}"]`)?.setAttribute("aria-expanded", "false");
  }
  return open.length > 0;
}

/* While the choice of another type is open, a type's key chooses there. */
export function chooseRetype(type) {
  const button = document.querySelector(`[data-form="retype"]:not([hidden]) button[value="${CSS.escape(type)}"]`);
  button?.click();
  return Boolean(button);
}

export function startActions() {
  document.addEventListener("click", ({ target }) => {
    const opener = target.closest("[data-opens]");
    if (opener) openInline(opener.closest("[data-object-card]"), opener.dataset.opens);
  });
}
