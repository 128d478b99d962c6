/* Registers the service worker if the browser allows it (https, localhost). On the page of a table
 * it asks the worker to cache the page, without typed values, and its static files.
 */
const ADDRESS = document.body.dataset.worker;
const EVERY_MS = 2 * 60_000; // an open page is cached again this often at most
const LONGEST_MS = 5_000; // a file that takes longer is cached the next time

let keptAt = -Infinity;

/** Wait for pictures and fonts too, since only loaded resources are listed by name. */
function pageLoaded() {
  const isLoaded = new Promise((done) => {
    if (document.readyState === "complete") done();
    else addEventListener("load", done, { once: true });
  });
  const takesLong = new Promise((done) => setTimeout(done, LONGEST_MS));
  return Promise.race([isLoaded.then(() => document.fonts.ready), takesLong]);
}

function filesOfPage() {
  const sprite = document.querySelector("use")?.getAttribute("href")?.split("#")[0];
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  return [...new Set([...loaded, ...(sprite ? [new URL(sprite, location).href] : [])])];
}

async function keepPage() {
  if (!document.querySelector("#table-live") || performance.now() - keptAt < EVERY_MS) return;
  keptAt = performance.now();
  const { active } = await navigator.serviceWorker.ready;
  await pageLoaded();
  active.postMessage({ keep: [location.origin + location.pathname, ...filesOfPage()] });
}

if (ADDRESS && isSecureContext && navigator.serviceWorker) {
  navigator.serviceWorker.register(ADDRESS).then(keepPage, () => {});
  addEventListener("htmx:afterSettle", keepPage);
  document.addEventListener("turned", keepPage);
}
