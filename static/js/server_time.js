/* The server's time, in a browser whose own clock may be wrong.
 *
 * The base is performance.now(), which never jumps. Probes ask the server what time it is; the one
 * with the shortest round trip gives the offset, which is then right to within half of that round
 * trip. A short one is enough, so most phones ask once. Until the first answer it is the device's own
 * clock, corrected by the last known offset: a page opened without a network has nothing better.
 *
 * While a device sleeps performance.now() may stand still. How long it did, the device's own clock
 * tells, which is all there is until the server answers again.
 */
const PROBES = 5;
const SHORT_MS = 200; // right to within 100 ms, which nobody sees on a clock of seconds
const PAUSE_MS = 150;
const TRUST_MS = 10 * 60_000; // After this a new probe replaces the best, because clocks drift.
const SLEPT_MS = 2_000; // a clock that is only set right moves less than this

const address = document.body.dataset.serverClock;
const SKEW = "server-time-skew"; // how far the server is ahead of this device, in localStorage

let best = null; // {roundTrip, offset, at, apart}, all in milliseconds of performance.now()
let probing = null;
let wakes = 0; // how often the device woke up: what was asked before is of no use after

/** The server's time in milliseconds since 1970. */
export function serverNow() {
  if (best && clocksApart() - best.apart > SLEPT_MS) wakeUp();
  return best ? performance.now() + best.offset : Date.now() + storedSkew();
}

/** How far the device's own clock is ahead of performance.now(): more after a sleep. */
function clocksApart() {
  return Date.now() - performance.now();
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
  const apart = clocksApart();
  const answer = await fetch(address, { cache: "no-store", credentials: "omit" });
  const serverTime = (await answer.json()).now_ms;
  const received = performance.now();
  const isOurs = answer.headers.get("X-Roundhouse") === "1";
  if (!answer.ok || !isOurs || !Number.isFinite(serverTime) || wake !== wakes) return;
  const roundTrip = received - sent;
  if (!best || roundTrip <= best.roundTrip || sent - best.at > TRUST_MS) {
    const offset = serverTime - (sent + received) / 2;
    best = { roundTrip, offset, at: sent, apart };
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

/** Count the time that was slept, as far as it is known, and ask the server again. */
function wakeUp() {
  if (best) {
    const slept = Math.max(0, clocksApart() - best.apart);
    const { offset, at, apart } = best;
    best = { roundTrip: Infinity, offset: offset + slept, at, apart: apart + slept };
  }
  wakes += 1;
  probing = null;
  probe();
}

addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") wakeUp();
});

// A page that was opened, or woke, without a network asks once there is one.
document.addEventListener("contact", () => {
  if (!best || best.roundTrip === Infinity) probe();
});
