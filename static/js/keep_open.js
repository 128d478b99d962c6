/* What a person has unfolded stays unfolded when the part of the page around it is fetched again.
 * Only <details> with an id can be told again.
 */
const open = new Set();

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!event.detail.shouldSwap) return;
  for (const details of event.detail.target.querySelectorAll("details[id][open]")) {
    open.add(details.id);
  }
});

document.addEventListener("htmx:afterSettle", () => {
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  open.clear();
});
