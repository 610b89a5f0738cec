/* The evidence under the cards: with the switch on, the row of the cursor opens (or every row, when there is no cursor). */

export function bindEvidence(body, cursor = null) {
  const button = document.getElementById("toggle-evidence");
  let opened = [];
  const show = () => {
    const on = button.getAttribute("aria-pressed") === "true";
    const wanted = on ? [...((cursor ? cursor.row : body)?.querySelectorAll(".peek") ?? [])] : [];
    for (const peek of opened) if (!wanted.includes(peek)) peek.removeAttribute("data-open");
    for (const peek of wanted) peek.setAttribute("data-open", "");
    opened = wanted;
  };
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    if (cursor && !cursor.card) cursor.move(0);
    show();
  });
  cursor?.listen(show);
}
