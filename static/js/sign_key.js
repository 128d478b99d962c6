/* A key for the sign beside fields that may be negative: the number pad of iPhones has no minus.
 *
 * For <input data-sign="Plus or minus">, on touch screens. Where components/keypad.html types into
 * the field, it has such a key itself. The cells of a [data-cells] have one [data-sign-key] together:
 * it is for the cell with the focus.
 */
import { typed } from "./points.js";

function turn(input) {
  input.value = typed(input.value, "sign");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function add(input) {
  if (input.dataset.hasPad || input.closest(".signed")) return;
  input.inputMode = "numeric"; // Without this script the field asks for letters, to have a minus.
  if (input.closest("[data-cells]")) return;
  const box = document.createElement("span");
  const key = document.createElement("button");
  box.className = "signed";
  key.className = "signed__key";
  key.type = "button";
  key.textContent = "±";
  key.setAttribute("aria-label", input.dataset.sign);
  key.setAttribute("aria-controls", input.id);
  // The field keeps the focus, and the keyboard of the device stays open.
  key.addEventListener("pointerdown", (event) => event.preventDefault());
  key.addEventListener("click", () => turn(input));
  input.replaceWith(box);
  box.append(key, input);
}

/** Show the key of cells, if one of them may be negative; it can be pressed while that has the focus. */
function share(cells) {
  const key = cells.querySelector("[data-sign-key]");
  if (!key.hidden || !cells.querySelector("input[data-sign]")) return;
  let current = null;
  key.hidden = false;
  key.disabled = true;
  key.addEventListener("pointerdown", (event) => event.preventDefault());
  key.addEventListener("click", () => turn(current));
  cells.addEventListener("focusin", ({ target }) => {
    if (target === key) return;
    current = target;
    key.disabled = !target.matches("[data-sign]");
  });
}

function addAll() {
  document.querySelectorAll("input[data-sign]").forEach(add);
  document.querySelectorAll("[data-cells]").forEach(share);
}

if (matchMedia("(pointer: coarse)").matches) {
  addAll();
  addEventListener("htmx:afterSettle", addAll);
  document.addEventListener("turned", addAll);
}
