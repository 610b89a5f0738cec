/* A job that stopped has a page too: it says why. progress.js follows "done" by itself. */
document.addEventListener("progress:failed", ({ detail }) => {
  if (detail.url) location.assign(detail.url);
});
