/* What an entry is, for every page; what a table makes of entries is in outbox_plan.js.
 *
 * An entry: {id, table, kind: "deal" | "hand", number, key, version, body, address, made_at,
 * status: "waiting" | "sending" | "accepted" | "refused" | "disputed", why, …}. Times are in
 * milliseconds since 1970, of the server.
 */
const HELD_MS = 20_000; // while a page sends an entry itself, the sender leaves it alone

/** 128 random bits from the browser, which also has them over plain http. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Until when an entry is held that its own page sends from now on; by this device's clock. */
export function heldUntil() {
  return Date.now() + HELD_MS;
}

/** Whether a page is just trying to send an entry itself. */
export function isHeld(entry) {
  return entry.held_until > Date.now() && entry.held_until <= heldUntil();
}

export function isAnswered(entry) {
  return entry.status === "accepted" || entry.status === "disputed";
}
