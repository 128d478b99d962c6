/* Keeps <details> open when htmx fetches the part of the page around them again. They need an id to
 * be recognised. With data-remember they are open again on every page of this tab that has them.
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

const key = (details) => `open ${details.id}`;

// Without storage they are folded again on the next page.
function inStorage(act) {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}

for (const details of document.querySelectorAll("details[id][data-remember]")) {
  if (inStorage((storage) => storage.getItem(key(details)))) details.open = true;
}

function note({ target }) {
  if (!target.matches("details[id][data-remember]")) return;
  inStorage((storage) =>
    target.open ? storage.setItem(key(target), "1") : storage.removeItem(key(target)),
  );
}

document.addEventListener("toggle", note, { capture: true });
