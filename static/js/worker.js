/* Starts the service worker where there may be one (https, localhost), and tells it on a table's
 * page what to keep: the page without what was typed, and the static files it is made of.
 */
const ADDRESS = document.body.dataset.worker;
const EVERY_MS = 2 * 60_000; // a page that stands open is kept as it stands now, this often at most
const LONGEST_MS = 5_000; // a file that takes longer is kept the next time

let keptAt = -Infinity;

/** Wait until pictures and fonts are here as well: only what was loaded is known by its name. */
function whole() {
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
  await whole();
  active.postMessage({ keep: [location.origin + location.pathname, ...filesOfPage()] });
}

if (ADDRESS && isSecureContext && navigator.serviceWorker) {
  navigator.serviceWorker.register(ADDRESS).then(keepPage, () => {});
  addEventListener("htmx:afterSettle", keepPage);
  document.addEventListener("turned", keepPage);
}
