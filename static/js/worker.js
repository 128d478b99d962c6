/* Registers the service worker if the browser allows it (https, localhost). On the page of a table
 * it asks the worker to cache the page, without typed values, and its static files.
 */
const ADDRESS = document.body.dataset.worker;
const EVERY_MS = 2 * 60_000; // an open page is cached again this often at most
const LONGEST_MS = 5_000; // a file that takes longer is asked for in a second message
const ANSWER_MS = 30_000; // a worker that was replaced never answers
const FIRST_RETRY_MS = 1_000; // doubled after each failure, up to EVERY_MS

let keptAt = -Infinity;
let isKeeping = false;
let retryMs = FIRST_RETRY_MS;

const after = (ms) => new Promise((done) => setTimeout(done, ms));

/** Wait for pictures and fonts too, since only loaded resources are listed by name. */
function pageLoaded() {
  const isLoaded = new Promise((done) => {
    if (document.readyState === "complete") done();
    else addEventListener("load", done, { once: true });
  });
  return Promise.race([isLoaded.then(() => document.fonts.ready), after(LONGEST_MS)]);
}

function filesOfPage() {
  const sprite = document.querySelector("use")?.getAttribute("href")?.split("#")[0];
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  return [...new Set([...loaded, ...(sprite ? [new URL(sprite, location).href] : [])])];
}

/** Have the worker cache these addresses; resolves to true if it has all of them. */
function cached(worker, addresses) {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((done) => {
    port1.onmessage = ({ data }) => done(data.kept);
  });
  worker.postMessage({ keep: addresses }, [port2]);
  return Promise.race([answered, after(ANSWER_MS)]);
}

/** True if the page can be opened without a network from now on. */
async function isKept() {
  await navigator.serviceWorker.register(ADDRESS);
  if (!document.querySelector("#table-live")) return true;
  const { active } = await navigator.serviceWorker.ready;
  await pageLoaded();
  const files = filesOfPage();
  const done = await cached(active, [location.origin + location.pathname, ...files]);
  return Boolean(done) && filesOfPage().length === files.length;
}

/** A file, the page or the worker itself may fail on a bad network: try until all is cached. */
async function keepPage() {
  if (isKeeping || performance.now() - keptAt < EVERY_MS) return;
  isKeeping = true;
  const done = await isKept().catch(() => false);
  isKeeping = false;
  if (done) {
    keptAt = performance.now();
    retryMs = FIRST_RETRY_MS;
  } else {
    setTimeout(keepPage, retryMs);
    retryMs = Math.min(2 * retryMs, EVERY_MS);
  }
}

if (ADDRESS && isSecureContext && navigator.serviceWorker) {
  keepPage();
  addEventListener("htmx:afterSettle", keepPage);
  document.addEventListener("turned", keepPage);
}
