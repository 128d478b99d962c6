/* Lists that a person narrows by typing: <input data-narrow="id of the element around them">.
 *
 * Items have data-words; those without the typed words are hidden. A <details> of which nothing is
 * left shows its [data-narrow-empty]. Without this script the field is sent by its button.
 */
for (const input of document.querySelectorAll("[data-narrow]")) {
  const around = document.getElementById(input.dataset.narrow);
  around.querySelector("[data-narrow-button]").hidden = true;

  const narrow = () => {
    const wanted = input.value.trim().toLowerCase();
    for (const list of around.querySelectorAll("details")) {
      const items = [...list.querySelectorAll("[data-words]")];
      for (const item of items) item.hidden = !item.dataset.words.toLowerCase().includes(wanted);
      const nothing = list.querySelector("[data-narrow-empty]");
      if (nothing) nothing.hidden = items.some((item) => !item.hidden);
    }
  };
  input.addEventListener("input", narrow);
  narrow(); // Somebody may have typed before this script was here.
  // Enter narrows, it does not ask.
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}
