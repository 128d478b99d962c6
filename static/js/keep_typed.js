/* Keeps what was typed or chosen when htmx fetches the part of the page around it again: in forms
 * with data-keep-typed, by the ids of the fields, unless the server's value changed meanwhile.
 * What was typed before htmx was ready is asked for then, in forms with data-filter.
 */
const FIELDS = "input[id]:not([type=hidden], [type=checkbox], [type=radio]), select[id], textarea[id]";
const kept = new Map();

/** The value that the server rendered into a field. */
function rendered(field) {
  if (!field.matches("select")) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value;
}

function remember({ detail }) {
  // What comes beside the part that was asked for names no request.
  if (!detail.shouldSwap || (detail.requestConfig?.verb ?? "get") !== "get") return;
  for (const form of detail.target.querySelectorAll("form[data-keep-typed]")) {
    for (const field of form.querySelectorAll(FIELDS)) {
      if (field.value !== rendered(field)) kept.set(field.id, [field.value, rendered(field)]);
    }
  }
}

document.addEventListener("htmx:beforeSwap", remember);
document.addEventListener("htmx:oobBeforeSwap", remember);

document.addEventListener("htmx:afterSettle", () => {
  for (const [id, [typed, before]] of kept) {
    const field = document.getElementById(id);
    if (!field || rendered(field) !== before) continue;
    if (!field.options || [...field.options].some(({ value }) => value === typed)) field.value = typed;
  }
  kept.clear();
});

function isTyped(field) {
  return field.matches("input, select") && field.type !== "hidden" && field.value !== rendered(field);
}

document.addEventListener("DOMContentLoaded", () => {
  for (const form of document.querySelectorAll("form[data-filter]")) {
    if ([...form.elements].some(isTyped)) globalThis.htmx?.trigger(form, "submit");
  }
});
