/* Opens a table's page without a network, as it was last seen, and shows messages; nothing else.
 *
 * It keeps pages that the server marked (X-Roundhouse-Keep: those of tables, for phones without an
 * account) and the static files they need, in one cache per release. It passes on everything that
 * is sent, every stream, and every other page. Only https and localhost have service workers: the
 * outbox does without (static/js/outbox.js).
 */
const CACHE = "roundhouse-{{ version|escapejs }}";
const STATIC = "{{ static_url|escapejs }}";
const TABLE = /^\/table\/[\w-]+\/(?:$|hands\/)/;
const PATIENCE_MS = 4000;
const MOST_PAGES = 12;

const after = (ms) => new Promise((done) => setTimeout(done, ms));
const isOurs = (answer) => answer.headers.get("X-Roundhouse") === "1";
const mayKeep = (answer) => answer.ok && answer.headers.get("X-Roundhouse-Keep") === "1";

self.addEventListener("install", () => self.skipWaiting());

// A new release has other static files: what the old one kept goes with it.
self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("roundhouse-"));
      await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

async function keepPage(address, answer) {
  const cache = await caches.open(CACHE);
  const pages = (await cache.keys()).filter(({ url }) => TABLE.test(new URL(url).pathname));
  const older = pages.filter(({ url }) => url !== address);
  await Promise.all(older.slice(0, -MOST_PAGES + 1).map((page) => cache.delete(page)));
  await cache.delete(address); // so that it is the newest of them
  await cache.put(address, answer);
}

/** The page of the table that an address is about; the address of a hand leads to its table. */
function keptPage(url) {
  const table = url.origin + url.pathname.split("/").slice(0, 3).join("/") + "/";
  return caches.open(CACHE).then((cache) => cache.match(table));
}

/** The server's own answer; else the kept page; else any answer that the network gave.
 *
 * A network too slow for a kept page is not cut off: without one, its answer is all there is, and
 * an answer that has begun comes to its end however long it takes.
 */
async function openPage(event) {
  const url = new URL(event.request.url);
  const asked = fetch(event.request).catch(() => null);
  const kept = await keptPage(url);
  const answer = await (kept ? Promise.race([asked, after(PATIENCE_MS)]) : asked);
  if (answer && isOurs(answer) && answer.status < 500) {
    if (mayKeep(answer)) event.waitUntil(keepPage(url.href, answer.clone()));
    return answer;
  }
  return kept ?? answer ?? Response.error();
}

/** Static files are named by their content, so what is kept never grows old. */
async function openFile(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && isOurs(answer)) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith(STATIC)) event.respondWith(openFile(event.request));
  else if (event.request.mode === "navigate" && TABLE.test(url.pathname)) {
    event.respondWith(openPage(event));
  }
});

async function isCached(address) {
  const { pathname } = new URL(address);
  if (pathname.startsWith(STATIC)) {
    const answer = await openFile(new Request(address));
    return answer.ok && isOurs(answer);
  }
  if (!TABLE.test(pathname)) return true; // nothing that this worker keeps
  const answer = await fetch(address, { cache: "no-store" });
  if (isOurs(answer) && mayKeep(answer)) await keepPage(address, answer);
  return isOurs(answer) && answer.ok; // a conductor's page is answered, and not kept
}

/** A page names what it consists of: the first one came before this worker was there. */
async function keepAll(addresses, port) {
  const each = addresses.map((address) => isCached(address).catch(() => false));
  port?.postMessage({ kept: (await Promise.all(each)).every(Boolean) });
}

self.addEventListener("message", (event) => {
  if (Array.isArray(event.data?.keep)) {
    event.waitUntil(keepAll(event.data.keep, event.ports[0]));
  }
});

// --- Messages -------------------------------------------------------------------------------------

/** Browsers take the subscription from whoever shows nothing. */
self.addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data?.json() ?? { title: "Roundhouse" };
  const shown = { body, tag, data: { path }, icon: "{{ icon|escapejs }}", badge: "{{ icon|escapejs }}" };
  event.waitUntil(self.registration.showNotification(title, shown));
});

/** Open the page that a message is about: in a window that shows it, or in a new one. */
async function openMessage(path) {
  const address = new URL(path ?? "/", self.location.origin);
  if (address.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => new URL(url).pathname === address.pathname);
  await (there ? there.focus() : self.clients.openWindow(address.href));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openMessage(event.notification.data?.path));
});
