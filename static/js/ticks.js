/* Keeps ticked boxes when htmx fetches the part of the page around them again: in elements with
 * data-keep-ticks, by the ids of the boxes. htmx keeps the focus.
 */
const kept = new Map();

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, shouldSwap } = event.detail;
  if (!shouldSwap || !target.matches?.("[data-keep-ticks]")) return;
  const ticked = [...target.querySelectorAll("input[type=checkbox]:checked")].map((box) => box.id);
  kept.set(target.id, ticked);
});

document.addEventListener("htmx:afterSwap", () => {
  for (const [id, ticked] of kept) {
    const part = document.getElementById(id);
    for (const box of part?.querySelectorAll("input[type=checkbox]") ?? []) {
      box.checked = ticked.includes(box.id);
    }
  }
  kept.clear();
});
