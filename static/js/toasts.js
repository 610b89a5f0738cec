/* Short messages at the foot of the window. toast(text, {tone, lasting, action: {label, run}}).
   A toast with an action or a bad tone stays until it is closed; the others leave after a while, not while they are pointed at. */

const LIFE = 7000;

export function toast(text, { tone = "good", lasting = false, action = null } = {}) {
  const place = document.getElementById("toasts");
  const template = document.getElementById("toast-template");
  if (!place || !template) return null;
  const element = template.content.firstElementChild.cloneNode(true);
  element.dataset.tone = tone;
  element.querySelector("span").textContent = text;
  if (action) addAction(element, action);
  if (lasting || action || tone === "bad") element.dataset.lasting = "";
  place.append(element);
  settle(element);
  return element;
}

function addAction(element, { label, run }) {
  const button = element.querySelector("button").cloneNode();
  button.removeAttribute("aria-label");
  delete button.dataset.shape;
  button.textContent = label;
  button.addEventListener("click", () => {
    element.remove();
    run();
  });
  element.querySelector("span").after(button);
}

function settle(element) {
  element.querySelector("button:last-of-type")?.addEventListener("click", () => element.remove());
  if ("lasting" in element.dataset) return;
  let timer = setTimeout(() => element.remove(), LIFE);
  const hold = () => clearTimeout(timer);
  const release = () => {
    timer = setTimeout(() => element.remove(), LIFE);
  };
  for (const event of ["pointerenter", "focusin"]) element.addEventListener(event, hold);
  for (const event of ["pointerleave", "focusout"]) element.addEventListener(event, release);
}

/* Toasts that the server rendered get the same button and the same life. */
export function adoptToasts() {
  const closer = document.getElementById("toast-template")?.content.querySelector("button");
  for (const element of document.querySelectorAll("#toasts > .toast")) {
    if (closer) element.append(closer.cloneNode(true));
    settle(element);
  }
}
