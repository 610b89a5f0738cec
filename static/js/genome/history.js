/* The history of an object beside the list: opened by key or button, closed by Escape or the same key. */

const drawer = () => document.getElementById("history");

export function closeHistory() {
  if (!drawer()?.firstElementChild) return false;
  drawer().replaceChildren();
  return true;
}

export function startHistory() {
  document.addEventListener("click", ({ target }) => target.closest("[data-close-history]") && closeHistory());
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target?.id !== "history") return;
    detail.target.querySelector("h3")?.focus();
    detail.target.scrollIntoView({ block: "nearest" });
  });
}
