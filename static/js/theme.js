/* Light, dark or the system's choice. The choice is kept in a cookie, so that the server renders it and no page flashes. */

const YEAR = 365 * 24 * 3600;

function current() {
  return document.cookie.match(/(?:^|; )theme=(light|dark)(?:;|$)/)?.[1] ?? "";
}

function apply(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const button of document.querySelectorAll("[data-theme-value]")) {
    button.setAttribute("aria-pressed", String(button.dataset.themeValue === theme));
  }
}

function choose(theme) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `theme=${theme}; Path=/; Max-Age=${theme ? YEAR : 0}; SameSite=Lax${secure}`;
  apply(theme);
}

export function startTheme() {
  for (const group of document.querySelectorAll("[data-theme-choice]")) group.hidden = false;
  apply(current());
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-theme-value]");
    if (button) choose(button.dataset.themeValue);
  });
}
