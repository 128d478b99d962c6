/* Sends what waits in the outbox: in order at each table, again until the server itself answers.
 *
 * Only JSON with the header X-Roundhouse is an answer. Everything else — no network, a time that
 * ran out, the page of a hotel's network, a server that is starting, too busy or out of space —
 * leaves the entry where it is, and so does a seat that is not open on this phone any more: it goes on
 * when the seat is opened again. A refusal stays too, with its sentence, until a person acts on it;
 * later entries of that table wait behind it. One tab sends at a time.
 */
import { csrfToken } from "./csrf.js";
import { isAnswered, newKey } from "./outbox_entries.js";
import { allEntries, changeEntry, dropLease, removeEntry, takeLease } from "./outbox_store.js";
import { serverNow } from "./server_time.js";

const PATIENCE_MS = 15_000;
const HELD_MS = 2 * PATIENCE_MS; // no page takes longer to send an entry itself
const LEASE_MS = 6_000; // a tab that was killed holds up the others no longer than this
const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000];
const SHOWN_MS = 2 * 60_000; // how long something accepted is still shown
const LATER = new Set([408, 425, 429]);
const NO_SEAT = "no-seat-here"; // it waits until the seat is open on this phone again

const me = newKey();
let timer = null;
let failures = 0;
let isSending = false;
let isAskedAgain = false;
const settled = new Set();

/** Call ``listener`` with the code of a table of which an entry was answered. */
export function onAnswer(listener) {
  settled.add(listener);
}

/** The JSON of an answer of the server with its status; null for everything else. */
async function ask(address, options) {
  const patience = new AbortController();
  const end = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const signal = patience.signal;
    const answer = await fetch(address, { cache: "no-store", redirect: "error", signal, ...options });
    if (answer.headers.get("X-Roundhouse") !== "1") return null;
    return { status: answer.status, body: await answer.json() };
  } catch {
    return null;
  } finally {
    clearTimeout(end);
  }
}

function headersOf(entry) {
  const token = csrfToken();
  return {
    "Content-Type": "application/json",
    Accept: "application/json",
    Prefer: "return=minimal", // the page fetches the table once, when all is sent
    "Idempotency-Key": entry.key,
    ...(entry.version && { "If-Match": `"${entry.version}"` }),
    ...(token && { "X-CSRFToken": token }),
  };
}

/** Send one entry as it stands by now. What it became: "accepted", "disputed", "refused", "seatless",
 * "waiting" for no answer, "removed" before it was sent, or "changed" since: then it is sent again. */
async function send({ id, tries }) {
  // A person may have changed or removed it since the outbox was read: others were sent before it.
  const entry = await changeEntry(id, { status: "sending", tries: (tries ?? 0) + 1 });
  if (!entry) return "removed";
  const answer = await ask(entry.address, {
    method: "POST",
    headers: headersOf(entry),
    body: JSON.stringify(entry.body),
  });
  const { isSeatless, ...change } = await outcome(entry, answer);
  const answered = await changeEntry(id, change, entry.key);
  if (isSeatless) return "seatless";
  return answered || change.status === "waiting" ? change.status : "changed";
}

async function outcome(entry, answer) {
  if (!answer) return { status: "waiting", why: "" };
  const { status, body } = answer;
  const why = sentence(body);
  if (status >= 500 || LATER.has(status)) return { status: "waiting", why };
  if (body.code === NO_SEAT) return { status: "waiting", why, isSeatless: true };
  if (status < 300) {
    const isDisputed = body.receipt?.status === "disputed";
    return { status: isDisputed ? "disputed" : "accepted", why: "", answered_at: serverNow() };
  }
  if (entry.kind === "deal") return (await dealtByOthers(entry)) ?? { status: "refused", why };
  return { status: "refused", why };
}

/** The sentence of a refusal; of a form's, all that is wrong with its fields. */
function sentence(body) {
  if (typeof body?.detail === "string") return body.detail;
  const found = [];
  JSON.stringify(body, (_, value) => {
    if (typeof value === "string") found.push(value);
    return value;
  });
  return [...new Set(found)].join(" ");
}

/** Two phones may deal the same hand without a network: the second finds it dealt. */
async function dealtByOthers(entry) {
  const answer = await ask(entry.table_address);
  if (!answer || answer.status >= 500) return { status: "waiting", why: "" };
  const isDealt = answer.body.hands?.some((hand) => hand.number === entry.number);
  return isDealt ? { status: "accepted", why: "", answered_at: serverNow() } : null;
}

/** Go through the outbox once; whether something is left that may be sent later. */
async function sendAll() {
  const stopped = new Set();
  let isLeft = false;
  for (const entry of await allEntries()) {
    if (isAnswered(entry)) continue;
    if (entry.status === "refused") stopped.add(entry.table);
    if (stopped.has(entry.table)) continue;
    if (entry.held_until > Date.now() && entry.held_until < Date.now() + HELD_MS) {
      stopped.add(entry.table); // Its own page is just trying.
      isLeft = true;
      continue;
    }
    const status = await send(entry);
    if (status === "waiting") return true;
    if (status === "removed") continue;
    if (status === "seatless" || status === "changed") {
      stopped.add(entry.table); // The seat at another table may be open.
      isLeft = true;
      continue;
    }
    if (status === "refused") stopped.add(entry.table);
    for (const listener of settled) listener(entry.table);
  }
  return isLeft;
}

/** What was accepted is shown for a while, then forgotten. */
async function tidy() {
  for (const entry of await allEntries()) {
    const age = serverNow() - entry.answered_at;
    if (entry.status === "accepted" && (age > SHOWN_MS || age < -SHOWN_MS)) {
      await removeEntry(entry.id);
    }
  }
}

/** Alone among the tabs: by a lock of the browser, or over plain http by a lease. */
async function alone(act) {
  if (navigator.locks) {
    const none = { ifAvailable: true };
    return navigator.locks.request("outbox", none, (lock) => (lock ? act() : true));
  }
  if (!(await takeLease(me, LEASE_MS))) return true;
  const renewing = setInterval(() => takeLease(me, LEASE_MS), LEASE_MS / 3);
  try {
    return await act();
  } finally {
    clearInterval(renewing);
    await dropLease(me);
  }
}

/** Send now what waits. ``isNews`` says that something may have changed: forget the failures. */
export async function kick(isNews = true) {
  clearTimeout(timer);
  if (isNews) failures = 0;
  isAskedAgain = isSending;
  if (isSending) return;
  isSending = true;
  let isLeft = true;
  try {
    isLeft = await alone(sendAll);
    await tidy();
  } catch {
    // The browser's database failed: what is in it is still there, and is looked for again.
  } finally {
    isSending = false;
  }
  if (isAskedAgain) {
    kick(false);
  } else if (isLeft) {
    const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)];
    failures += 1;
    timer = setTimeout(() => kick(false), wait * (0.5 + Math.random()));
  }
}
