/* Sentences of a page with their facts filled in; the sentences stand in data attributes. */

/** A sentence with its numbers, written with a real minus. */
export function fill(words, facts) {
  return words.replace(/\{(\w+)\}/g, (whole, name) => {
    const fact = facts[name];
    return typeof fact === "number" ? String(fact).replace("-", "\u2212") : (fact ?? whole);
  });
}

/** Say something in the note of an entry's form; nothing hides it. */
export function sayIn(form, text) {
  const note = form.querySelector("[data-entry-note]");
  if (!note) return;
  note.querySelector("[data-entry-words]").textContent = text;
  note.hidden = !text;
}

/** Write ``text`` only where it changes, so that a screen reader is not told twice. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
