/* The server's time, in a browser whose own clock may be wrong.
 *
 * The base is performance.now(), which never jumps. Several probes ask the server what time it is;
 * the one with the shortest round trip gives the offset, which is then right to within half of that
 * round trip. Until the first answer the device's own clock has to do, put right by what was learnt
 * last: that is all a page opened without a network has.
 */
const PROBES = 5;
const PAUSE_MS = 150;
const TRUST_MS = 10 * 60_000; // After this a new probe replaces the best, for clocks drift.

const address = document.body.dataset.serverClock;
const SKEW = "server-time-skew"; // how far the server is ahead of this device, in localStorage

let best = null; // {roundTrip, offset, at}, all in milliseconds of performance.now()
let probing = null;

/** The server's time in milliseconds since 1970. */
export function serverNow() {
  return best ? performance.now() + best.offset : Date.now() + keptSkew();
}

function keptSkew() {
  try {
    return Number(localStorage.getItem(SKEW)) || 0;
  } catch {
    return 0;
  }
}

function keepSkew() {
  try {
    localStorage.setItem(SKEW, String(Math.round(serverNow() - Date.now())));
  } catch {
    // Not kept: it holds for this page.
  }
}

async function probeOnce() {
  const sent = performance.now();
  const answer = await fetch(address, { cache: "no-store", credentials: "omit" });
  const serverMs = (await answer.json()).now_ms;
  const received = performance.now();
  const isOurs = answer.headers.get("X-Roundhouse") === "1";
  if (!answer.ok || !isOurs || !Number.isFinite(serverMs)) return;
  const roundTrip = received - sent;
  if (!best || roundTrip <= best.roundTrip || sent - best.at > TRUST_MS) {
    best = { roundTrip, offset: serverMs - (sent + received) / 2, at: sent };
    keepSkew();
  }
}

async function probeAll() {
  for (let n = 0; n < PROBES; n += 1) {
    try {
      await probeOnce();
    } catch {
      // No contact: what is known so far goes on.
    }
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  probing = null;
}

/** Ask the server for its time again; resolves when the probes are done. */
export function probe() {
  if (!address) return Promise.resolve();
  probing ??= probeAll();
  return probing;
}

/** ``14:32`` at the event's place; of now, or of a moment in milliseconds. */
export function timeOfDay(moment = serverNow()) {
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  try {
    return new Intl.DateTimeFormat(undefined, {
      ...options,
      timeZone: document.body.dataset.timeZone,
    }).format(moment);
  } catch {
    return new Intl.DateTimeFormat(undefined, options).format(moment);
  }
}

// While a phone sleeps performance.now() may stand still, so the offset found before is void.
addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  if (best) best.roundTrip = Infinity;
  probe();
});
