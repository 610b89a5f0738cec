/* A unit's discussion: opens where it is wanted, keeps what is being typed in the browser, sends with Ctrl+Enter.
   [data-discuss] links open their threads in the [data-discussion] of this screen; without one they lead to the page. */
import { dropCopy, findCopy, keepCopy } from "./draft-store.js";

const place = document.querySelector("[data-discussion]");
const drawer = place?.closest(".discussion-drawer") ?? null;
let opener = null;

const copyOf = (form) => {
  const thread = form.querySelector("[name='reply_to']")?.value ?? "";
  return `comment:${new URL(form.getAttribute("action"), location.href).pathname}${thread}`;
};

async function open(link) {
  opener = link;
  if (drawer) drawer.hidden = false;
  await window.htmx.ajax("GET", link.getAttribute("href"), { target: place });
  if (!place.checkVisibility()) document.querySelector(".pane-switch [data-pane='decision']")?.click();
  const field = place.querySelector("[data-comment-new] textarea") ?? place;
  place.scrollIntoView({ block: "nearest" });
  field.focus();
}

function close() {
  drawer.hidden = true;
  opener?.focus();
}

/* What was typed and not sent comes back, unless the server gave back what it refused. */
function restore(root) {
  for (const form of root.querySelectorAll("[data-comment-form]")) {
    const field = form.querySelector("textarea");
    const kept = findCopy(copyOf(form));
    if (!kept || field.value) continue;
    field.value = kept.copy.payload.body;
    const folded = form.closest("details");
    if (folded) folded.open = true;
  }
}

function remember({ target }) {
  const form = target.closest("[data-comment-form]");
  if (!form || target.name !== "body") return;
  if (target.value) keepCopy(copyOf(form), { payload: { body: target.value } });
  else forget(form);
}

function forget(form) {
  for (let kept = findCopy(copyOf(form)); kept; kept = findCopy(copyOf(form))) dropCopy("", kept.key);
}

function onKey(event) {
  if (event.key === "Escape" && drawer && !drawer.hidden) {
    event.preventDefault();
    close();
  }
  const form = event.target.closest("[data-comment-form]");
  if (form && event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit();
  }
}

/* Before the threads come back: what was sent is no draft any more. */
function beforeSwap({ detail }) {
  const form = detail.requestConfig?.elt;
  if (form?.matches("[data-comment-form]") && detail.xhr.status < 300) forget(form);
}

/* Who has just sent something goes on typing, or mends what was refused. Settled: only then does htmx send a form. */
function afterSettle({ detail }) {
  if (detail.target !== place) return;
  restore(place);
  if (detail.requestConfig?.verb !== "post") return;
  (place.querySelector("details.reply[open] textarea") ?? place.querySelector("[data-comment-new] textarea"))?.focus();
}

if (place) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-discuss]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    void open(link);
  });
  (drawer ?? place).addEventListener("keydown", onKey);
  drawer?.querySelector("[data-discussion-close]").addEventListener("click", close);
  place.addEventListener("input", remember);
  document.addEventListener("htmx:beforeSwap", beforeSwap);
  document.addEventListener("htmx:afterSettle", afterSettle);
  restore(place);
}
