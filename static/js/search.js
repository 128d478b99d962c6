/* The search of an event as a dialog over the page, opened by its link or by the key "/".
 *
 * The key works outside of fields, and a tick in the dialog turns it off on this device (WCAG 2.1.4).
 * The dialog shows what the page of the search would; arrows move through it, and Enter in the field
 * follows the first result. Without this script, the link leads to that page.
 */
import { keep, recall } from "./storage.js";

const KEY = "search-key"; // whether "/" opens the search
const FIELDS = "input, select, textarea, [contenteditable]";

const dialog = document.querySelector("[data-search-dialog]");
const link = document.querySelector("[data-search]");

function results() {
  return [...dialog.querySelectorAll(".found a")];
}

function open() {
  if (dialog.open) return;
  dialog.showModal();
  const field = dialog.querySelector("input[type=search]");
  field.select();
  globalThis.htmx?.trigger(field, "open");
}

function openByKey(event) {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest(FIELDS) || document.querySelector("dialog[open]")) return;
  if (!recall(KEY, true)) return;
  event.preventDefault();
  open();
}

/** Follow the first result, if the results are those of the words in the field. */
function submit(event) {
  const [first] = results();
  const shown = dialog.querySelector(".found")?.dataset.sought;
  const words = dialog.querySelector("input[type=search]").value.trim().split(/\s+/).join(" ");
  if (!words || !first || shown !== words) return;
  event.preventDefault();
  first.click();
}

/** Close it by Escape: WebKit does not do so by itself while its search field has the focus. */
function leave(event) {
  if (event.key !== "Escape") return;
  event.preventDefault();
  dialog.close();
}

function move(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.target.type === "checkbox") return;
  const stops = [dialog.querySelector("input[type=search]"), ...results()];
  const next = stops[stops.indexOf(document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

if (dialog && link) {
  const tick = dialog.querySelector("[data-search-key]");
  tick.checked = recall(KEY, true);
  tick.addEventListener("change", () => keep(KEY, tick.checked));
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  addEventListener("keydown", openByKey);
  dialog.addEventListener("keydown", move);
  dialog.addEventListener("keydown", leave);
  dialog.querySelector("form").addEventListener("submit", submit);
  dialog.querySelector("[data-search-close]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}
