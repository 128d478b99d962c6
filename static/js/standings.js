/* The table of standings: marks the row of the player whose phone this is, and fetches why a player
 * stands where they do when the explanation in their row is opened. Without scripts, the link in it
 * leads to a page that says so.
 */
function markOwnRow() {
  const own = document.getElementById("own-row");
  const row = own?.dataset.row && document.getElementById(own.dataset.row);
  if (!row || row.matches(".is-you")) return;
  row.classList.add("is-you");
  const word = own.cloneNode(true);
  word.removeAttribute("id");
  word.hidden = false;
  row.querySelector(".player").append(word);
}

function fetchReason({ target }) {
  const link = target.open && target.matches(".why") ? target.querySelector("a") : null;
  if (!link) return;
  const address = new URL(link.href);
  address.searchParams.set("part", "1");
  globalThis.htmx.ajax("GET", address.href, { target: link, swap: "outerHTML" });
}

document.addEventListener("htmx:oobAfterSwap", markOwnRow); // what is one's own came
document.addEventListener("htmx:afterSettle", markOwnRow); // the table came again
document.addEventListener("toggle", fetchReason, true); // it does not bubble
markOwnRow();
