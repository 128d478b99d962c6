/* The tournaments of which a conductor hears in this browser: a box for each, kept as it is ticked. */
import { keep, recall } from "./storage.js";

const list = document.querySelector("[data-notices-choice]");
const key = `muted-notices-${list?.dataset.noticesChoice}`;
const boxes = [...(list?.querySelectorAll("[type=checkbox]") ?? [])];

for (const box of boxes) {
  box.checked = !recall(key, []).includes(box.value);
  box.disabled = false; // before now a tick would be lost
  box.addEventListener("change", () => {
    keep(key, boxes.filter((it) => !it.checked).map((it) => it.value));
    list.querySelector("[role=status]").hidden = false;
  });
}
