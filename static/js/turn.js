/* Turning from one page of a table to the next inside the open page, so that a network that is gone
 * leaves no empty browser: the page that stands goes on until the server itself has answered.
 */
const kept = new Map(); // the content of pages left behind, by address
let here = addressNow();

/** The address without a place on its page: to go to a place turns nothing. */
function addressNow() {
  return location.pathname + location.search;
}

/** Ask the server; null if it does not answer in time, or if somebody else does. */
export async function askServer(address, options, patienceMs) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
  try {
    const answer = await fetch(address, { ...options, signal: patience.signal });
    const text = await answer.text();
    // The page of a hotel's network, or of a broken proxy, is no answer of the server.
    const isOurs = answer.headers.get("X-Roundhouse") === "1";
    if (!isOurs || answer.status >= 500 || answer.status === 429) return null;
    const page = new DOMParser().parseFromString(text, "text/html");
    return { page, address: answer.url, status: answer.status };
  } catch {
    document.dispatchEvent(new Event("unanswered"));
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function put(main) {
  document.querySelector("#page").replaceWith(main);
  document.dispatchEvent(new Event("turned"));
  const first =
    main.querySelector("[aria-invalid=true], .message:not([hidden])") ??
    main.querySelector("[autofocus]") ??
    main;
  // What cannot have the focus is made to; a field stays where Tab finds it.
  if (first.tabIndex < 0) first.tabIndex = -1;
  if (!first.matches("[autofocus]")) scrollTo({ top: 0 });
  first.focus();
}

/** Show the page that the server answered with, without losing the stream and the clock. */
export function turnTo({ page, address }, isNew = false) {
  const main = document.importNode(page.querySelector("#page"), true);
  kept.set(addressNow(), document.querySelector("#page"));
  document.title = page.title;
  if (isNew) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  here = addressNow();
  globalThis.htmx?.process(main);
  put(main);
}

addEventListener("popstate", () => {
  if (!kept.size || addressNow() === here) return; // no page was turned here
  here = addressNow();
  const main = kept.get(here);
  if (main) put(main);
  else location.reload();
});
