/* Keeps the focus when htmx fetches the part of the page around it again: on the element with the same
 * id, or on the button or link with the same words that leads to the same address. htmx itself knows
 * ids alone, and cannot focus what is in a fold that is still closed. Without this a keyboard user
 * would start at the top of the page again, or press a key in vain.
 */
import "./keep_open.js"; // it opens the folds of the new part first

let left = null;

function sign(element) {
  const words = element.getAttribute("aria-label") ?? element.textContent;
  const address = element.getAttribute("href") ?? element.form?.getAttribute("action") ?? "";
  return [element.tagName, address, words.trim().replace(/\s+/g, " ")].join("\n");
}

function findSigned(signed) {
  const elements = [...document.querySelectorAll("a[href], button, summary")];
  return elements.filter((one) => sign(one) === signed);
}

function remember({ detail }) {
  const focused = document.activeElement;
  if (!detail.shouldSwap || !detail.target.contains(focused)) return;
  left = focused.id ? { id: focused.id } : { signed: sign(focused) };
}

function focusAgain() {
  if (!left || document.activeElement !== document.body) return;
  const { id, signed } = left;
  const candidates = id ? [document.getElementById(id)] : findSigned(signed);
  // The first of several may be in a fold that is closed, where nothing can have the focus.
  candidates.find((one) => {
    one?.focus({ preventScroll: true });
    return document.activeElement === one;
  });
}

// What comes beside the part that was asked for takes the focus along in the same way.
document.addEventListener("htmx:beforeSwap", remember);
document.addEventListener("htmx:oobBeforeSwap", remember);
document.addEventListener("htmx:afterSwap", () => {
  focusAgain();
  left = null;
});
