/* Dragging a name onto another name or a table: the page then shows what the change would cost, as
 * it does after a tap. The drop itself changes nothing.
 */
const KIND = "text/x-entry";

function changes() {
  return document.getElementById("changes");
}

document.addEventListener("dragstart", (event) => {
  const name = event.target.closest?.("[data-entry]");
  if (!name || !changes()) return;
  event.dataTransfer.setData(KIND, name.dataset.entry);
  event.dataTransfer.effectAllowed = "move";
});

document.addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes(KIND)) return;
  if (!event.target.closest?.("#changes [data-entry], #changes [data-table]")) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "move";
});

document.addEventListener("drop", (event) => {
  const one = event.dataTransfer.getData(KIND);
  const name = event.target.closest?.("[data-entry]");
  const table = event.target.closest?.("[data-table]");
  if (!one || !(name || table) || !changes()) return;
  event.preventDefault();
  const query = new URLSearchParams({ one });
  if (name) query.set("other", name.dataset.entry);
  else query.set("to", table.dataset.table);
  window.htmx.ajax("GET", `${changes().dataset.seating}?${query}`, {
    target: "#changes",
    select: "#changes",
    swap: "outerHTML",
  });
});
