/* The form of a hand while the server does not answer: the blank one that came with the page. */
import { kindOf, valuesOf } from "./outbox_content.js";
import { fill } from "./words.js";

const FIELDS = "input:not([type=hidden]), select";

/** Whether the blank form of the page can change an entry: it has the quick sheet of a hand only. */
export function mayChange(entry, known) {
  return kindOf(entry.body, known) === (known.called_out ? "quick" : "");
}

/** Open it in the panel ``root``; ``totals`` are before the hand, without the hands that are
 * ``unscored``; ``entry`` is one to be changed. */
export function openForm(root, known, { number, entry, totals, unscored }) {
  const blank = root?.querySelector("template[data-outbox-blank]");
  if (!blank) return;
  const form = blank.content.firstElementChild.cloneNode(true);
  const words = root.dataset;
  form.dataset.number = number;
  if (entry) form.dataset.entry = entry.id;
  if (unscored.length) form.dataset.noSums = "yes"; // nobody knows yet what they begin with
  form.querySelector("[data-outbox-title]").textContent = fill(words.wordsTitle, { number });
  form.querySelector("button:not([type=button])").textContent = fill(words.wordsStore, { number });
  for (const seat of known.seats) {
    const input = form.elements[`points-${seat.position}`];
    if (!input?.dataset.totalBefore) continue;
    const total = totals.get(seat.position);
    input.dataset.totalBefore = total;
    const before = unscored.length ? "" : fill(words.wordsBefore, { total });
    form.querySelector(`#${input.id}_before`).textContent = before;
  }
  if (entry) fillIn(form, valuesOf(entry.body, known));
  if (known.hands.find((hand) => hand.number === number)?.ended_early) onlyNobody(form);
  root.querySelector("[data-outbox-form]").replaceChildren(form);
  document.dispatchEvent(new Event("turned"));
  const first = form.querySelector("[autofocus]") ?? form.querySelector(FIELDS);
  first?.focus({ preventScroll: true });
  form.scrollIntoView({ block: "start" });
}

function fillIn(form, values) {
  for (const [name, value] of values) {
    const input = form.elements[name];
    if (input?.type === "checkbox") input.checked = value;
    else if (input) input.value = value;
  }
}

/** In a hand that the conductor ended nobody went out. */
function onlyNobody(form) {
  for (const radio of form.querySelectorAll("[name=went_out]")) {
    radio.disabled = radio.value !== "0";
    radio.checked = !radio.disabled;
  }
}
