/* The one registry of keys. A combination is written as "j", "?", "Ctrl+Enter", "Shift+j" or "Escape"; the ⌘ key counts as Ctrl.
   Keys come from elements (data-key) and from modules (bindKey). Single keys rest while somebody types, and can be switched off. */

const bindings = new Map();
const SWITCH = "single-keys";

export function bindKey(combination, handler, { label = "", typing = false, within = null } = {}) {
  const key = tidy(combination);
  const binding = { key, handler, label, typing, within };
  const others = bindings.get(key) ?? [];
  bindings.set(key, [...others, binding]);
  return () => bindings.set(key, bindings.get(key).filter((each) => each !== binding));
}

export function singleKeysAct() {
  return localStorage.getItem(SWITCH) !== "off";
}

export function letSingleKeysAct(on) {
  localStorage.setItem(SWITCH, on ? "on" : "off");
}

/* Every key that acts on this screen now, once: [{key, label}], elements first. */
export function listKeys() {
  const found = new Map();
  for (const element of document.querySelectorAll("[data-key]")) {
    if (usable(element)) found.set(tidy(element.dataset.key.split(" ")[0]), labelOf(element));
  }
  for (const [key, registered] of bindings) {
    const label = registered.find((each) => each.label)?.label;
    if (label && !found.has(key)) found.set(key, label);
  }
  return [...found].map(([key, label]) => ({ key, label }));
}

/* "shift+ctrl+enter" → "Ctrl+Shift+Enter"; a single letter is written small. */
function tidy(combination) {
  if (combination.length === 1) return combination.toLowerCase();
  const parts = combination.split("+").map((part) => part.trim());
  const last = parts.pop() || "+";
  const has = (name) => parts.some((part) => part.toLowerCase() === name);
  return name(has("ctrl"), has("alt"), has("shift"), last.length === 1 ? last.toLowerCase() : last);
}

function name(ctrl, alt, shift, key) {
  return `${ctrl ? "Ctrl+" : ""}${alt ? "Alt+" : ""}${shift ? "Shift+" : ""}${key}`;
}

/* Shift is named for letters and for named keys; for signs such as "?" or "+" it is only the way to reach them. */
function combinationOf(event) {
  const key = printed(event);
  const shift = event.shiftKey && (key.length > 1 || /[a-z0-9]/.test(key));
  return name(event.ctrlKey || event.metaKey, event.altKey, shift, key);
}

/* On a Korean (or other non-Latin) layout event.key is a letter of that script; the physical key says which Latin letter is meant. */
function printed(event) {
  if (event.key.length > 1) return event.key;
  if (event.key.charCodeAt(0) < 128 || !event.code.startsWith("Key")) return event.key.toLowerCase();
  return event.code.slice(3).toLowerCase();
}

function isTyping(target) {
  if (!(target instanceof Element)) return false;
  if (target.closest("[contenteditable=''], [contenteditable='true']")) return true;
  if (target.matches("textarea, select")) return true;
  return target.matches("input") && !["button", "checkbox", "radio", "range", "reset", "submit"].includes(target.type);
}

/* A button keeps Enter and Space, and a radio or range its arrows: the browser's own meaning comes first. */
function belongsToFocus(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (["Enter", " "].includes(event.key)) return event.target.closest?.("a[href], button, summary, [role='button']") !== null;
  return event.key.startsWith("Arrow") && event.target.matches?.("input[type='radio'], input[type='range']");
}

function usable(element) {
  if (element.disabled || element.getAttribute("aria-disabled") === "true") return false;
  return element.checkVisibility({ visibilityProperty: true });
}

function labelOf(element) {
  if (element.dataset.keyLabel) return element.dataset.keyLabel;
  if (element.ariaLabel) return element.ariaLabel;
  const copy = element.cloneNode(true);
  copy.querySelectorAll("kbd, svg").forEach((part) => part.remove());
  return copy.textContent.trim().replace(/\s+/g, " ");
}

/* Elements that carry the key; the one inside the current item wins, an open dialog hides the page behind it. */
function elementFor(combination) {
  const root = document.querySelector("dialog[open]") ?? document;
  const carriers = [...root.querySelectorAll("[data-key]")].filter(
    (element) => element.dataset.key.split(" ").some((key) => tidy(key) === combination) && usable(element),
  );
  return carriers.find((element) => element.closest("[aria-current='true']")) ?? carriers[0];
}

function press(element) {
  if (element.matches("input:not([type='checkbox'], [type='radio']), textarea, select")) {
    element.focus();
    if (element.matches("textarea")) element.setSelectionRange(element.value.length, element.value.length); // written on, not over
    else element.select?.();
  } else {
    element.click();
  }
}

function bindingFor(combination, event, typing) {
  const fits = (each) => (!typing || each.typing) && (!each.within || each.within.contains(event.target));
  return (bindings.get(combination) ?? []).filter(fits).at(-1);
}

document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.defaultPrevented || ["Control", "Shift", "Alt", "Meta"].includes(event.key)) return;
  if (belongsToFocus(event)) return;
  const combination = combinationOf(event);
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  const typing = isTyping(event.target) && !modified && event.key !== "Escape";
  if (event.key.length === 1 && !modified && combination !== "?" && !singleKeysAct()) return;
  const binding = document.querySelector("dialog[open]") ? undefined : bindingFor(combination, event, typing);
  if (binding) {
    if (binding.handler(event) !== false) event.preventDefault();
    return;
  }
  const element = typing ? undefined : elementFor(combination);
  if (element) {
    event.preventDefault();
    press(element);
  }
});
