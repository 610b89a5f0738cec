/* A file dropped anywhere on the form of [data-drop-form] is put into its file input, as if it had been chosen there. */
for (const form of document.querySelectorAll("[data-drop-form]")) {
  const input = form.querySelector("input[type=file]");
  let depth = 0; // dragenter and dragleave come in pairs for every child

  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  const show = (change) => {
    depth = Math.max(0, depth + change);
    form.toggleAttribute("data-over", depth > 0);
  };

  form.addEventListener("dragenter", (event) => holdsFiles(event) && show(1));
  form.addEventListener("dragleave", (event) => holdsFiles(event) && show(-1));
  form.addEventListener("dragover", (event) => {
    if (holdsFiles(event)) event.preventDefault();
  });
  form.addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    show(-depth);
    const file = event.dataTransfer.files[0];
    const chosen = new DataTransfer();
    chosen.items.add(file);
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    input.focus();
  });
}
