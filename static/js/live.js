/* Live pages: the stream brings hints, and the page fetches the truth.
 *
 * <body data-stream="…"> names the stream. Its messages are {"topics": ["table-12", …]}. Elements
 * with one of these topics in data-live get the htmx trigger "live" and are fetched again. After
 * anything that may have lost a hint (a new connection, a tab that slept) all of them are. While
 * the stream is down they are fetched every half minute and the page says that it may be old.
 */
import { isPressed, whenReleased } from "./press.js";
import { serverNow, timeOfDay } from "./server_time.js";

const COALESCE_MS = 250;
const JITTER_MS = 350; // A thousand phones do not ask in the same millisecond.
const POLL_MS = 30_000;
const SAY_LOST_AFTER_MS = 3_000;
const HIDDEN_MS = 60_000;
const SILENCE_MS = 35_000; // The stream says something every 15 seconds.
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

/** Typing is never swept away: such an element is fetched once the focus has left it. */
function isBeingEdited(element) {
  const focused = document.activeElement;
  const fields = "input:not([type=checkbox]), select, textarea"; // ticks are kept by ticks.js
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
  if (waiting.size) after("edited", POLL_MS, ask);
}

/** Fetch again, soon and together, what has one of the topics; without topics everything. */
function ask(topics) {
  if (Array.isArray(topics)) topics.forEach((topic) => waiting.add(topic));
  else if (topics === undefined && waiting.size === 0) everything = true;
  flushing ??= setTimeout(flush, COALESCE_MS + Math.random() * JITTER_MS);
}

function askEverything() {
  everything = true;
  ask([]);
}

/** Tell the other scripts, and the style, whether the house is heard. */
function tellContact(state) {
  if (document.documentElement.dataset.house === state) return;
  document.documentElement.dataset.house = state;
  document.dispatchEvent(new Event("contact"));
}

function sayLost() {
  if (isPressed()) whenReleased(sayLost);
  if (lostAt === null || isPressed()) return;
  tellContact("lost");
  if (!line) return;
  line.textContent = line.dataset.words.replace("{time}", timeOfDay(lostAt));
  line.hidden = false;
}

function poll() {
  if (document.visibilityState === "visible") askEverything();
  after("poll", POLL_MS + Math.random() * JITTER_MS, poll);
}

function lost() {
  if (lostAt !== null) return;
  lostAt = serverNow();
  after("say", SAY_LOST_AFTER_MS, sayLost);
  after("poll", POLL_MS, poll);
}

function found() {
  failures = 0;
  lostAt = null;
  clearTimeout(timers.say);
  clearTimeout(timers.poll);
  whenReleased(sayFound);
  askEverything();
  listen();
}

function sayFound() {
  if (lostAt !== null) return;
  if (line) line.hidden = true;
  tellContact("heard");
}

/** A connection can be dead without an error, so it is replaced after a long silence. */
function listen() {
  after("silence", SILENCE_MS, () => {
    lost();
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

function heard(event) {
  listen();
  if (!event.data) return;
  let message;
  try {
    message = JSON.parse(event.data);
  } catch {
    return;
  }
  if (Array.isArray(message.topics) && message.topics.length) ask(message.topics);
}

function open() {
  close();
  source = new EventSource(address);
  source.addEventListener("open", found);
  source.addEventListener("message", heard);
  source.addEventListener("ping", listen);
  source.addEventListener("resync", () => {
    listen();
    askEverything();
  });
  source.addEventListener("error", () => {
    lost();
    reconnect();
  });
}

/** What must not be swapped in, or not now; then it is fetched again once nothing is pressed. */
function judgeSwap({ detail }) {
  const element = detail.target.closest?.("[data-live]");
  // The page of a hotel's network is no part of ours, even with status 200.
  if (detail.xhr.getResponseHeader("X-Roundhouse") !== "1") detail.shouldSwap = false;
  if (!detail.shouldSwap || !element || !isPressed()) return;
  detail.shouldSwap = false;
  const topics = element.dataset.live.split(/\s+/);
  whenReleased(() => ask(topics));
}

function slept() {
  if (document.visibilityState === "hidden") {
    after("hidden", HIDDEN_MS, close);
    return;
  }
  clearTimeout(timers.hidden);
  if (!source) open();
  askEverything();
}

if (address) {
  open();
  addEventListener("visibilitychange", slept);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && slept());
  addEventListener("online", open);
  addEventListener("focusout", () => waiting.size && ask([]));
  addEventListener("htmx:beforeSwap", judgeSwap, true); // before the handlers that keep what is swapped
  // A fetch that failed is owed, and made good a little later.
  for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    addEventListener(failure, (event) => {
      if (event.target.closest?.("[data-live]")) after("owed", POLL_MS / 3, askEverything);
    });
  }
}
