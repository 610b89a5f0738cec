/* What every page has: theme, menus, the list of keys, toasts, and a clear word when a request fails. */
import { bindDraftForms } from "./draft-forms.js";
import { startKeysDialog } from "./keys-dialog.js";
import { startMenus } from "./menus.js";
import { startProgress } from "./progress.js";
import { csrfToken, explain, saidBy } from "./requests.js";
import { startTheme } from "./theme.js";
import { startTimeOnTask } from "./time-on-task.js";
import { adoptToasts, toast } from "./toasts.js";

function detailOf(request) {
  if (!(request?.getResponseHeader("Content-Type") ?? "").includes("json")) return "";
  try {
    return saidBy(JSON.parse(request.responseText));
  } catch {
    return ""; // a broken body has no detail; the status still says enough
  }
}

function startRequestMessages() {
  const say = (failure) => toast(explain(failure), { tone: "bad" });
  const timeout = document.getElementById("shell-texts")?.dataset.timeout ?? "";
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    detail.headers["X-CSRFToken"] = csrfToken();
  });
  // A screen that keeps what could not be sent prevents the event, and says so itself.
  document.addEventListener("htmx:sendError", (event) => event.defaultPrevented || say({ status: 0 }));
  document.addEventListener("htmx:timeout", (event) => event.defaultPrevented || toast(timeout, { tone: "bad" }));
  document.addEventListener("htmx:responseError", ({ detail }) => say({ status: detail.xhr.status, detail: detailOf(detail.xhr) }));
  // Signed out meanwhile, a piece of the page comes back as the page of the sign-in: it is no piece.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!new URL(detail.xhr.responseURL || location.href).pathname.startsWith("/accounts/login/")) return;
    detail.shouldSwap = false;
    say({ status: 401 });
  });
  document.addEventListener("toast", ({ detail }) => toast(detail.text, detail));
}

startTheme();
startMenus();
startKeysDialog();
startRequestMessages();
adoptToasts();
bindDraftForms(document);
startProgress(document);
startTimeOnTask();
document.addEventListener("htmx:load", ({ detail }) => {
  bindDraftForms(detail.elt);
  startProgress(detail.elt);
});
