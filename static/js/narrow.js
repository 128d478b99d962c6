/* Filters lists while typing: <input data-narrow="id of the element around them">.
 *
 * Items whose data-words lack the typed words are hidden. A <details> without visible items shows
 * its [data-narrow-empty]. Without this script, a button submits the field.
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
  narrow(); // Text may have been typed before this script loaded.
  // Enter filters and does not submit.
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}
