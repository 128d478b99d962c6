/* The public timetable: marks the sessions in which the player whose phone this is has a place. Their
 * places stand above it too, for a page without scripts.
 */
function markMine() {
  const list = document.querySelector("main");
  for (const own of list.querySelectorAll("[data-mine]")) {
    const mark = own.querySelector(".mark");
    for (const link of list.querySelectorAll(`:is(.session, .timetable-grid) a[href="${own.dataset.mine}"]`)) {
      if (link.parentElement.querySelector(".mark")) continue;
      link.after(" ", mark.cloneNode(true));
    }
  }
}

document.addEventListener("htmx:oobAfterSwap", markMine); // what is one's own came
markMine();
