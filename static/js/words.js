/* Fills values into the sentences of a page, which are in data attributes. */

/** A sentence with its values; numbers get a typographic minus. */
export function fill(words, facts) {
  return words.replace(/\{(\w+)\}/g, (whole, name) => {
    const fact = facts[name];
    return typeof fact === "number" ? String(fact).replace("-", "\u2212") : (fact ?? whole);
  });
}

/** Show a note in the form of an entry; an empty text hides it. */
export function sayIn(form, text) {
  const note = form.querySelector("[data-entry-note]");
  if (!note) return;
  note.querySelector("[data-entry-words]").textContent = text;
  note.hidden = !text;
}

/** Say in a form that nothing answered (components/unanswered.html). */
export function sayUnanswered(form) {
  sayIn(form, form.querySelector("[data-entry-note]")?.dataset.wordsFailed);
}

/** Set ``text`` only if it changes, so that a screen reader does not repeat it. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
