/* Rows of a score sheet that are added and removed: a [data-rows] has [data-row]s with inputs.
 *
 * All rows that there may be are in the form, and an empty one says nothing; so a row is added by
 * showing the next one, and removed by moving the values of those below it up. Without this script
 * the rows after the first unfold.
 */

const inputsOf = (row) => [...row.querySelectorAll("input, select")];
const isFilled = (row) =>
  inputsOf(row).some((input) => (input.type === "checkbox" ? input.checked : input.value !== ""));

function valueOf(input) {
  return input.type === "checkbox" ? input.checked : input.value;
}

function put(input, value) {
  if (input.type === "checkbox") input.checked = value;
  else input.value = value;
}

/** Show the first ``count`` rows, and every one that says something. */
function show(box, count) {
  const rows = [...box.querySelectorAll("[data-row]")];
  const shown = rows.reduce((most, row, n) => (isFilled(row) ? Math.max(most, n + 1) : most), count);
  rows.forEach((row, n) => {
    row.hidden = n >= shown;
    row.querySelector("[data-remove-row]").hidden = shown === 1;
  });
  box.querySelector("[data-add-row]").hidden = shown === rows.length;
  return rows.slice(0, shown);
}

const shownOf = (box) => box.querySelectorAll("[data-row]:not([hidden])").length;

function add(box) {
  const rows = show(box, shownOf(box) + 1);
  inputsOf(rows.at(-1))[0].focus();
}

function remove(box, row) {
  const shown = shownOf(box);
  const rows = [...box.querySelectorAll("[data-row]")].slice(0, shown);
  const first = rows.indexOf(row);
  rows.slice(first).forEach((one, n) => {
    const below = rows[first + n + 1];
    const values = below ? inputsOf(below).map(valueOf) : null;
    inputsOf(one).forEach((input, part) => {
      put(input, values ? values[part] : input.type === "checkbox" ? false : "");
    });
  });
  show(box, Math.max(1, shown - 1));
  box.dispatchEvent(new Event("input", { bubbles: true }));
  inputsOf(rows[Math.min(first, Math.max(0, shown - 2))])[0].focus();
}

function wire(box) {
  const more = box.querySelector("details");
  if (!more) return;
  box.dataset.wired = "yes";
  const count = box.querySelectorAll(":scope > [data-row]").length;
  const addButton = box.querySelector("[data-add-row]");
  addButton.before(...more.querySelectorAll("[data-row]"));
  more.remove();
  addButton.addEventListener("click", () => add(box));
  box.addEventListener("click", (event) => {
    const button = event.target.closest("[data-remove-row]");
    if (button) remove(box, button.closest("[data-row]"));
  });
  show(box, count);
}

function wireAll() {
  document.querySelectorAll("[data-rows]:not([data-wired])").forEach(wire);
}

wireAll();
document.addEventListener("turned", wireAll);
document.addEventListener("htmx:afterSettle", () => {
  wireAll();
  // What was typed before is put back by keep_typed.js at this same event.
  setTimeout(() => document.querySelectorAll("[data-rows][data-wired]").forEach((box) => show(box, shownOf(box))));
});
