/* Live pages: the stream carries hints, and the page fetches the current state.
 *
 * <body data-stream="…"> names the stream. Its messages are {"topics": ["table-12", …]}. Elements
 * with one of these topics in data-live get the htmx trigger "live" and are fetched again. After
 * anything that may have lost a hint (a new connection, a tab that slept) all of them are. While
 * the stream is down they are fetched every half minute and the page says that it may be old.
 */
import { isPressed, whenReleased } from "./press.js";
import { serverNow, timeOfDay } from "./server_time.js";

const COALESCE_MS = 250;
const JITTER_MS = 350; // So that a thousand phones do not ask in the same millisecond.
const POLL_MS = 30_000;
const SHOW_LOST_AFTER_MS = 3_000;
const HIDDEN_MS = 60_000;
const SILENCE_MS = 35_000; // The stream sends a ping every 15 seconds.
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 20_000];

const address = document.body.dataset.stream;
const line = document.querySelector("[data-contact]");

let source = null;
let lostAt = null;
let failures = 0;
let flushing = null;
let everything = false;
const waiting = new Set();
const timers = {};

function after(name, milliseconds, act) {
  clearTimeout(timers[name]);
  timers[name] = setTimeout(act, milliseconds);
}

/** Typing is never overwritten: such an element is fetched once the focus has left it. */
function isBeingEdited(element) {
  const focused = document.activeElement;
  const fields = "input:not([type=checkbox]), select, textarea"; // ticks.js keeps ticks
  const typing = focused?.matches(fields) && element.contains(focused);
  return typing || element.querySelector("[data-unsaved]") !== null;
}

function flush() {
  flushing = null;
  const all = everything;
  const topics = new Set(waiting);
  everything = false;
  waiting.clear();
  for (const element of document.querySelectorAll("[data-live]")) {
    const wanted = element.dataset.live.split(/\s+/);
    if (!all && !wanted.some((topic) => topics.has(topic))) continue;
    if (isBeingEdited(element)) wanted.forEach((topic) => waiting.add(topic));
    else globalThis.htmx?.trigger(element, "live");
  }
  if (waiting.size) after("edited", POLL_MS, refresh);
}

/** Fetch again, soon and together, elements with one of the topics; without topics all. */
function refresh(topics) {
  if (Array.isArray(topics)) topics.forEach((topic) => waiting.add(topic));
  else if (topics === undefined && waiting.size === 0) everything = true;
  flushing ??= setTimeout(flush, COALESCE_MS + Math.random() * JITTER_MS);
}

function refreshEverything() {
  everything = true;
  refresh([]);
}

/** Publish to the other scripts whether the server can be reached: "up" or "lost". */
function setConnection(state) {
  if (document.documentElement.dataset.connection === state) return;
  document.documentElement.dataset.connection = state;
  document.dispatchEvent(new Event("contact"));
}

function showLost() {
  if (isPressed()) whenReleased(showLost);
  if (lostAt === null || isPressed()) return;
  setConnection("lost");
  if (!line) return;
  line.textContent = line.dataset.words.replace("{time}", timeOfDay(lostAt));
  line.hidden = false;
}

function poll() {
  if (document.visibilityState === "visible") refreshEverything();
  after("poll", POLL_MS + Math.random() * JITTER_MS, poll);
}

function disconnected() {
  if (lostAt !== null) return;
  lostAt = serverNow();
  after("showLost", SHOW_LOST_AFTER_MS, showLost);
  after("poll", POLL_MS, poll);
}

function connected() {
  failures = 0;
  lostAt = null;
  clearTimeout(timers.showLost);
  clearTimeout(timers.poll);
  whenReleased(hideLost);
  refreshEverything();
  expectPing();
}

function hideLost() {
  if (lostAt !== null) return;
  if (line) line.hidden = true;
  setConnection("up");
}

/** A connection can be dead without an error: after a long silence, open another. */
function expectPing() {
  after("silence", SILENCE_MS, () => {
    disconnected();
    reconnect();
  });
}

function reconnect() {
  close();
  const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)];
  failures += 1;
  after("retry", wait * (0.5 + Math.random()), open);
}

function close() {
  source?.close();
  source = null;
  clearTimeout(timers.silence);
  clearTimeout(timers.retry);
}

function receive(event) {
  expectPing();
  if (!event.data) return;
  let message;
  try {
    message = JSON.parse(event.data);
  } catch {
    return;
  }
  if (Array.isArray(message.topics) && message.topics.length) refresh(message.topics);
}

function open() {
  close();
  source = new EventSource(address);
  source.addEventListener("open", connected);
  source.addEventListener("message", receive);
  source.addEventListener("ping", expectPing);
  source.addEventListener("resync", () => {
    expectPing();
    refreshEverything();
  });
  source.addEventListener("error", () => {
    disconnected();
    reconnect();
  });
}

/** Prevent swaps of foreign pages, and swaps under a press: fetch those again on release. */
function guardSwap({ detail }) {
  const element = detail.target.closest?.("[data-live]");
  // A hotel network's sign-in page is not ours, even with status 200.
  if (detail.xhr.getResponseHeader("X-Roundhouse") !== "1") detail.shouldSwap = false;
  if (!detail.shouldSwap || !element || !isPressed()) return;
  detail.shouldSwap = false;
  const topics = element.dataset.live.split(/\s+/);
  whenReleased(() => refresh(topics));
}

function visibilityChanged() {
  if (document.visibilityState === "hidden") {
    after("hidden", HIDDEN_MS, close);
    return;
  }
  clearTimeout(timers.hidden);
  if (!source) open();
  refreshEverything();
}

if (address) {
  open();
  addEventListener("visibilitychange", visibilityChanged);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && visibilityChanged());
  addEventListener("online", open);
  addEventListener("focusout", () => waiting.size && refresh([]));
  addEventListener("htmx:beforeSwap", guardSwap, true); // before scripts that keep state over swaps
  // A fetch that failed is tried again a little later.
  for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    addEventListener(failure, (event) => {
      if (event.target.closest?.("[data-live]")) after("failed", POLL_MS / 3, refreshEverything);
    });
  }
}
