/* Keeps the focus when htmx fetches the part of the page around it again: on the button or link with
 * the same words that leads to the same address. htmx itself does so for elements with an id. Without
 * it a keyboard user would start at the top of the page again, or press a key in vain.
 */
let left = null;

function sign(element) {
  const words = element.getAttribute("aria-label") ?? element.textContent;
  const address = element.getAttribute("href") ?? element.form?.getAttribute("action") ?? "";
  return [element.tagName, address, words.trim().replace(/\s+/g, " ")].join("\n");
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const focused = document.activeElement;
  if (detail.shouldSwap && !focused.id && detail.target.contains(focused)) left = sign(focused);
});

document.addEventListener("htmx:afterSwap", () => {
  if (left === null || document.activeElement !== document.body) return;
  const again = [...document.querySelectorAll("a[href], button, summary")];
  again.find((element) => sign(element) === left)?.focus({ preventScroll: true });
  left = null;
});
