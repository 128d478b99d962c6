/* Keeps <details> open when htmx fetches the part of the page around them again. They need an id to
 * be recognised.
 */
const open = new Set();

function remember({ detail }) {
  if (!detail.shouldSwap) return;
  for (const details of detail.target.querySelectorAll("details[id][open]")) open.add(details.id);
}

document.addEventListener("htmx:beforeSwap", remember);
document.addEventListener("htmx:oobBeforeSwap", remember);

function openAgain() {
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  open.clear();
}

document.addEventListener("htmx:afterSwap", openAgain);
document.addEventListener("htmx:oobAfterSwap", openAgain);
