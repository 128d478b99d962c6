/* The server's time, in a browser whose own clock may be wrong.
 *
 * The base is performance.now(), which never jumps. Probes ask the server what time it is; the one
 * with the shortest round trip gives the offset, which is then right to within half of that round
 * trip. A short one is enough, so most phones ask once. Until the first answer it is the device's own
 * clock, corrected by the last known offset: a page opened without a network has nothing better.
 */
const PROBES = 5;
const SHORT_MS = 200; // right to within 100 ms, which nobody sees on a clock of seconds
const PAUSE_MS = 150;
const TRUST_MS = 10 * 60_000; // After this a new probe replaces the best, because clocks drift.

const address = document.body.dataset.serverClock;
const SKEW = "server-time-skew"; // how far the server is ahead of this device, in localStorage

let best = null; // {roundTrip, offset, at}, all in milliseconds of performance.now()
let probing = null;
let wakes = 0; // how often the device woke up: what was asked before is of no use after

/** The server's time in milliseconds since 1970. */
export function serverNow() {
  return best ? performance.now() + best.offset : Date.now() + storedSkew();
}

function storedSkew() {
  try {
    return Number(localStorage.getItem(SKEW)) || 0;
  } catch {
    return 0;
  }
}

function storeSkew() {
  try {
    localStorage.setItem(SKEW, String(Math.round(serverNow() - Date.now())));
  } catch {
    // Storage is not available: it applies to this page only.
  }
}

async function probeOnce(wake) {
  const sent = performance.now();
  const answer = await fetch(address, { cache: "no-store", credentials: "omit" });
  const serverTime = (await answer.json()).now_ms;
  const received = performance.now();
  const isOurs = answer.headers.get("X-Roundhouse") === "1";
  if (!answer.ok || !isOurs || !Number.isFinite(serverTime) || wake !== wakes) return;
  const roundTrip = received - sent;
  if (!best || roundTrip <= best.roundTrip || sent - best.at > TRUST_MS) {
    best = { roundTrip, offset: serverTime - (sent + received) / 2, at: sent };
    storeSkew();
  }
}

async function probeAll() {
  const wake = wakes;
  const began = performance.now();
  for (let n = 0; n < PROBES && wake === wakes; n += 1) {
    try {
      await probeOnce(wake);
    } catch {
      // No connection: keep what is known so far.
    }
    if (best?.at >= began && best.roundTrip < SHORT_MS) break;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  if (wake === wakes) probing = null;
}

/** Ask the server for its time again; resolves when the probes are done. */
export function probe() {
  if (!address) return Promise.resolve();
  probing ??= probeAll();
  return probing;
}

/** ``14:32``, or ``2:32 PM`` where the event wants that, at the event's place; of now, or of a moment in milliseconds. */
export function timeOfDay(moment = serverNow()) {
  const { twelveHours, timeZone } = document.body.dataset;
  // In English, so that it reads like the times on the page.
  const language = twelveHours === undefined ? undefined : "en-US";
  const options =
    twelveHours === undefined
      ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : { hour: "numeric", minute: "2-digit", hour12: true };
  try {
    return new Intl.DateTimeFormat(language, { ...options, timeZone }).format(moment);
  } catch {
    return new Intl.DateTimeFormat(language, options).format(moment);
  }
}

// While a phone sleeps performance.now() may stop, so the earlier offset is void.
addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  if (best) best.roundTrip = Infinity;
  wakes += 1;
  probing = null;
  probe();
});
