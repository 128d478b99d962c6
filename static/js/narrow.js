/* A list that a person narrows by typing: <input data-narrow="id of the list's element">.
 *
 * Items have data-words; those without the typed words are hidden, and [data-narrow-empty] is shown
 * when none is left. Without this script the field is sent with its form.
 */
for (const input of document.querySelectorAll("[data-narrow]")) {
  const list = document.getElementById(input.dataset.narrow);
  const nothing = list.querySelector("[data-narrow-empty]");
  const button = input.form.querySelector("[data-narrow-button]") ?? document.querySelector("[data-narrow-button]");
  if (button) button.hidden = true;

  const narrow = () => {
    const wanted = input.value.trim().toLowerCase();
    let shown = 0;
    for (const item of list.querySelectorAll("[data-words]")) {
      item.hidden = !item.dataset.words.toLowerCase().includes(wanted);
      if (!item.hidden) shown += 1;
    }
    if (nothing) nothing.hidden = shown > 0;
  };

  input.addEventListener("input", narrow);
  // Enter narrows, it does not ask.
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}
