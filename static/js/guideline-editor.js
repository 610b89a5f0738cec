/* The guideline's editor: what is not published is kept in this browser, with the version that it grew from, so that the
   server can say when another came out; notes that wait are put at the text's end by a button, and ticked as taken in. */
const form = document.getElementById("guideline-form");
const KEPT = ["body", "note"];
const key = `${form.dataset.kept}|${document.body.dataset.person ?? ""}`;
const start = read();
const latest = form.elements.based_on.value;
const state = document.getElementById("kept-state");
const refused = form.querySelector("[aria-invalid='true'], .errorlist") !== null; // then the form holds what was sent
const asked = new URLSearchParams(location.search).has("note");

window.addEventListener("load", bringBack, { once: true }); // by then the preview listens
form.addEventListener("input", keep);
for (const button of document.querySelectorAll("[data-insert]")) button.addEventListener("click", () => insert(button));
form.querySelector("[data-forget]").addEventListener("click", forget);

function read() {
  return Object.fromEntries(KEPT.map((name) => [name, form.elements[name].value]));
}

function write(values) {
  for (const name of KEPT) form.elements[name].value = values[name] ?? "";
  form.elements.body.dispatchEvent(new Event("input", { bubbles: true })); // the preview follows
}

function bringBack() {
  const kept = JSON.parse(localStorage.getItem(key) ?? "null");
  if (!kept || refused || asked) return;
  if (kept.body === start.body) return localStorage.removeItem(key); // it was published, or nothing had changed
  write(kept);
  form.elements.based_on.value = kept.based_on;
  document.getElementById("kept-back").hidden = false;
}

function keep() {
  const now = read();
  if (KEPT.every((name) => now[name] === start[name])) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify({ ...now, based_on: form.elements.based_on.value }));
  state.textContent = localStorage.getItem(key) ? state.dataset.keptWords : "";
}

function forget() {
  write(start);
  form.elements.based_on.value = latest;
  localStorage.removeItem(key);
  document.getElementById("kept-back").hidden = true;
  form.elements.body.focus();
}

function insert(button) {
  const { body } = form.elements;
  body.value = `${body.value.trimEnd()}\n\n${button.dataset.insert}\n`;
  const box = form.querySelector(`[name='notes'][value='${CSS.escape(button.dataset.note)}']`);
  if (box) box.checked = true;
  body.dispatchEvent(new Event("input", { bubbles: true }));
  body.focus();
  body.setSelectionRange(body.value.length, body.value.length);
  body.scrollTop = body.scrollHeight;
}
