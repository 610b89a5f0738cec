/* The drawing of paths by arrows: right and left along an idea's life, up and down to the idea above and below. */

const PLACES = "a[href]";

function placesOf(strand) {
  return [...strand.querySelectorAll(PLACES)].sort((one, other) => one.getBoundingClientRect().x - other.getBoundingClientRect().x);
}

function along(strand, place, step) {
  const places = placesOf(strand);
  return places[places.indexOf(place) + step];
}

/* The place of the next strand that lies nearest, so that the eye stays in its column. */
function across(drawing, strand, place, step) {
  const strands = [...drawing.querySelectorAll("[data-strand]")].filter((each) => each.querySelector(PLACES));
  const next = strands[strands.indexOf(strand) + step];
  if (!next) return undefined;
  const x = place.getBoundingClientRect().x;
  const far = (each) => Math.abs(each.getBoundingClientRect().x - x);
  return placesOf(next).reduce((best, each) => (far(each) < far(best) ? each : best));
}

function move(event) {
  const place = event.target.closest?.(PLACES);
  const strand = place?.closest("[data-strand]");
  const drawing = strand?.closest("[data-paths]");
  if (!drawing || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = {
    ArrowRight: () => along(strand, place, 1),
    ArrowLeft: () => along(strand, place, -1),
    ArrowDown: () => across(drawing, strand, place, 1),
    ArrowUp: () => across(drawing, strand, place, -1),
  }[event.key]?.();
  if (!target) return;
  event.preventDefault();
  target.focus();
}

document.addEventListener("keydown", move);
