/* A chart as PNG: its SVG file, drawn on a canvas. <a href="chart.svg" data-png hidden>PNG</a> is shown where this runs. */
const SCALE = 2; // pixels to a unit of drawing

function draw(image) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.naturalWidth * SCALE, height: image.naturalHeight * SCALE });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => {
    canvas.toBlob(done, "image/png");
  });
}

async function save(link) {
  const image = new Image();
  image.src = link.href;
  await image.decode();
  const address = URL.createObjectURL(await draw(image));
  const name = new URL(link.href).pathname.split("/").pop().replace(/\.svg$/, ".png");
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function show() {
  for (const link of document.querySelectorAll("a[data-png]")) link.hidden = false;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-png]");
  if (!link) return;
  event.preventDefault();
  save(link).catch(() => location.assign(link.href)); // the SVG itself, where it cannot be drawn
});
document.addEventListener("htmx:afterSwap", show);
show();
