/* The evidence under the cards: with the switch on, the row of the cursor opens (or every row, when there is no cursor). */

export function bindEvidence(body, cursor = null) {
  const button = document.getElementById("toggle-evidence");
  const show = () => {
    const on = button.getAttribute("aria-pressed") === "true";
    const row = cursor?.card?.closest(".diff-row");
    for (const peek of body.querySelectorAll(".peek")) {
      peek.toggleAttribute("data-open", on && (!cursor || (row !== undefined && row === peek.closest(".diff-row"))));
    }
  };
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    if (cursor && !cursor.card) cursor.move(0);
    show();
  });
  return { show };
}
