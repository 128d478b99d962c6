/* What must outlive the page: the entries of this phone, in the browser's own database (IndexedDB).
 *
 * "entries" are kept in the order they were made, by a number that counts up; "tables" is the last
 * known state of each table by its code; "facts" are single things, such as who is sending now.
 * Works without a service worker and over plain http, as halls have it.
 */
const NAME = "roundhouse";
const CHANNEL = globalThis.BroadcastChannel ? new BroadcastChannel("outbox") : null;

let opening = null;
const listeners = new Set();

function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("entries", { keyPath: "id", autoIncrement: true });
      request.result.createObjectStore("tables", { keyPath: "code" });
      request.result.createObjectStore("facts");
    };
    request.onsuccess = () => {
      request.result.onclose = request.result.onversionchange = () => {
        request.result.close();
        opening = null;
      };
      resolve(request.result);
    };
    request.onerror = () => {
      opening = null;
      reject(request.error);
    };
  });
  return opening;
}

/** Run ``act`` on one store; resolves with its request's result once all of it is on the disk. */
async function run(store, mode, act) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: "strict" });
    const request = act(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** Read one record and write what ``change`` makes of it; nothing where that is undefined. */
function update(store, key, change, place) {
  let made;
  return run(store, "readwrite", (records) => {
    const request = records.get(key);
    request.onsuccess = () => {
      made = change(request.result);
      if (made !== undefined) records.put(made, place);
    };
  }).then(() => made);
}

function notify() {
  for (const listener of listeners) listener();
  CHANNEL?.postMessage("changed");
}

/** Call ``listener`` whenever an entry changed, here or in another tab. */
export function onChange(listener) {
  listeners.add(listener);
}

CHANNEL?.addEventListener("message", () => {
  for (const listener of listeners) listener();
});

// --- Entries ---------------------------------------------------------------------------------------

/** Keep an entry for good; resolves with its number. */
export async function addEntry(entry) {
  const id = await run("entries", "readwrite", (entries) => entries.add(entry));
  navigator.storage?.persist?.();
  notify();
  return id;
}

/** All entries in the order they were made. */
export function allEntries() {
  return run("entries", "readonly", (entries) => entries.getAll());
}

/** Write ``change`` into an entry, if it is still there, and if it still has the ``key`` given, which
 * is another one once its content was changed; resolves with the whole of it, or undefined. */
export async function changeEntry(id, change, key) {
  const isMeant = (entry) => entry && (!key || entry.key === key);
  const made = await update("entries", id, (entry) =>
    isMeant(entry) ? { ...entry, ...change } : undefined,
  );
  notify();
  return made;
}

export async function removeEntry(id) {
  await run("entries", "readwrite", (entries) => entries.delete(id));
  notify();
}

// --- The last known state of tables, and single facts ----------------------------------------------

/** Keep the server's state of a table, unless a newer one is known; resolves with the newest. The
 * page of a hand has no parts of the table to keep: those of before stay. */
export function keepTable(known) {
  let newest = known;
  const change = (before) => {
    newest = before && before.as_of > known.as_of ? before : { ...before, ...known };
    return newest;
  };
  return update("tables", known.code, change).then(() => newest);
}

/** Take or renew the right to send, for ``milliseconds``; false while another tab has it. */
export async function takeLease(owner, milliseconds) {
  const now = Date.now();
  let taken = false;
  const change = (lease) => {
    // One that ends too far ahead is of a clock that was set back since.
    const isHeld = lease && lease.until > now && lease.until < now + 2 * milliseconds;
    taken = !isHeld || lease.owner === owner;
    return taken ? { owner, until: now + milliseconds } : undefined;
  };
  await update("facts", "sender", change, "sender");
  return taken;
}

/** Give the right to send back. */
export function dropLease(owner) {
  const change = (lease) => (lease?.owner === owner ? { owner, until: 0 } : undefined);
  return update("facts", "sender", change, "sender");
}
