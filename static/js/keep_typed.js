/* Keeps what was typed or chosen when htmx fetches the part of the page around it again: in forms
 * with data-keep-typed, by the ids of the fields, unless the server's value changed meanwhile.
 * A form with data-filter names the field in the list that says what the list was asked for. If that is
 * not what the form says, it asks again: what was typed before htmx was ready, or while an older
 * answer was on its way.
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

/** Whether the list shows what its form asks for. */
function isShown(form) {
  const asked = new URLSearchParams(document.getElementById(form.dataset.filter).value);
  const fields = [...form.elements].filter((field) => field.matches("input[name], select[name]"));
  return fields.every((field) => field.value === (asked.get(field.name) ?? ""));
}

function askAgain() {
  for (const form of document.querySelectorAll("form[data-filter]")) {
    const isAsking = form.classList.contains("htmx-request");
    if (!isAsking && !isShown(form)) globalThis.htmx?.trigger(form, "submit");
  }
}

document.addEventListener("DOMContentLoaded", askAgain);
document.addEventListener("htmx:afterSettle", askAgain);
