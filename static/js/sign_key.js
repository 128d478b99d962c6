/* A key for the sign beside fields that may be negative: the number pad of iPhones has no minus.
 *
 * For <input data-sign="Plus or minus">, on touch screens. Where components/keypad.html types into
 * the field, it has such a key itself.
 */
import { typed } from "./points.js";

function add(input) {
  if (input.inputMode === "none" || input.closest(".signed")) return;
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
  key.addEventListener("click", () => {
    input.value = typed(input.value, "sign");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  input.inputMode = "numeric"; // Without this script the field asks for letters, to have a minus.
  input.replaceWith(box);
  box.append(key, input);
}

function addAll() {
  document.querySelectorAll("input[data-sign]").forEach(add);
}

if (matchMedia("(pointer: coarse)").matches) {
  addAll();
  addEventListener("htmx:afterSettle", addAll);
  document.addEventListener("turned", addAll);
}
