/* Live pages: the stream carries hints, and the page fetches the current state.
 *
 * <body data-stream="…"> names the stream. Its messages are {"topics": ["table-12", …]}. Elements
 * with one of these topics in data-live get the htmx trigger "live" and are fetched again. What many
 * pages show the same, a message brings along (live_parts.js), and then it is not fetched. The id of
 * the message goes along as ?v=, so that no cache on the way answers with what was before. After
 * anything that may have lost a hint (a new connection, a tab that slept) all of them are. While
 * the stream is down they are fetched every half minute and the page says that it may be old. A full
 * site refuses streams but answers pages: then the page says that it asks every half minute, and
 * tries for a stream again after a minute.
 */
import { announce } from "./announce.js";
import { isBrought, isNamed, streamAddress, take } from "./live_parts.js";
import { isPressed, whenReleased } from "./press.js";
import { serverNow, timeOfDay } from "./server_time.js";
import { setText } from "./words.js";

const COALESCE_MS = 50; // the stream has collected what came within a quarter of a second
const JITTER_MS = 150; // So that a thousand phones do not ask in the same millisecond.
const POLL_MS = 30_000;
const SHOW_LOST_AFTER_MS = 3_000;
const HIDDEN_MS = 60_000;
const QUIET_MS = 18_000; // The stream sends a ping every 15 seconds: after that the server is asked.
const SILENCE_MS = 35_000;
const CONNECT_MS = 12_000; // A network that swallows everything reports no error.
const NAME_MS = 2_000; // a part that came may be about more: not all pages ask for it at once
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 20_000];
const RETRY_REFUSED_MS = 60_000; // as the Retry-After of the refusal, which no script can read
const ANSWER_MS = 5_000;

const address = document.body.dataset.stream;
const line = document.querySelector("[data-contact]");

let source = null;
let lostAt = null; // since when there is no stream, or, while pages are answered, the last answer
let isChecking = false;
let hasFailed = false; // whether a stream has failed since the last check
let wasAnswered = false; // whether the last check was answered
let failures = 0;
let flushing = null;
let everything = false;
let version = ""; // of the last message
let said = null; // what screen readers were last told about the connection
const waiting = new Set();
const late = new Set(); // topics of elements that were being fetched as they changed
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

/** The answer on its way may be older. htmx would queue another request and then drop it, since the
 * answer replaces the element that asked. */
function isBeingFetched(element) {
  return element.classList.contains("htmx-request");
}

/** Fetch once more what has changed while it was being fetched. */
function fetchLate() {
  if (!late.size) return;
  const topics = [...late];
  late.clear();
  refresh(topics);
}

function flush() {
  flushing = null;
  const all = everything;
  if (all || !version) version = Math.random().toString(36).slice(2); // no cache has this one
  const topics = new Set(waiting);
  everything = false;
  waiting.clear();
  for (const element of document.querySelectorAll("[data-live]")) {
    const wanted = element.dataset.live.split(/\s+/);
    if (!all && !wanted.some((topic) => topics.has(topic))) continue;
    if (!all && isBrought(element)) continue;
    if (isBeingFetched(element)) wanted.forEach((topic) => late.add(topic));
    else if (isBeingEdited(element)) wanted.forEach((topic) => waiting.add(topic));
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

/** Say that there is no stream: that the server is out of contact, or only refuses the stream. */
function showState(state) {
  if (isPressed()) whenReleased(() => showState(state));
  if (lostAt === null || isPressed()) return;
  setConnection(state);
  if (!line) return;
  // Only where a service worker keeps the page can it be loaded again without a network.
  const lost = navigator.serviceWorker?.controller ? line.dataset.words : line.dataset.wordsKeep;
  const words = state === "lost" ? lost : line.dataset.wordsPolling;
  setText(line, words.replace("{time}", timeOfDay(lostAt)));
  line.hidden = false;
  // Said once: the time of the last update changes every minute.
  if (said !== words) announce(line.textContent);
  said = words;
}

/** Whether the server itself answers, though it gives no stream. */
async function isAnswered() {
  const patience = new AbortController();
  const end = setTimeout(() => patience.abort(), ANSWER_MS);
  const options = { cache: "no-store", credentials: "omit", signal: patience.signal };
  try {
    const answer = await fetch(document.body.dataset.serverClock, options);
    return answer.ok && answer.headers.get("X-Roundhouse") === "1";
  } catch {
    return false;
  } finally {
    clearTimeout(end);
  }
}

async function check() {
  const answered = await isAnswered();
  isChecking = false;
  if (lostAt === null) return; // the stream came back meanwhile
  if (answered) lostAt = serverNow();
  // The first time the server may just have come back; the second time it refuses the stream.
  if (answered && hasFailed && wasAnswered) {
    after("retry", RETRY_REFUSED_MS * (0.5 + Math.random()), open);
  } else if (answered && hasFailed) open();
  if (!answered) showState("lost");
  else if (wasAnswered) showState("up");
  hasFailed = false;
  wasAnswered = answered;
}

function checkSoon() {
  if (isChecking) return;
  isChecking = true;
  after("check", SHOW_LOST_AFTER_MS, check);
}

function poll() {
  if (document.visibilityState === "visible") refreshEverything();
  checkSoon();
  after("poll", POLL_MS + Math.random() * JITTER_MS, poll);
}

function disconnected() {
  checkSoon();
  if (lostAt !== null) return;
  lostAt = serverNow();
  after("poll", POLL_MS, poll);
}

function connected() {
  failures = 0;
  lostAt = null;
  isChecking = hasFailed = wasAnswered = false;
  clearTimeout(timers.check);
  clearTimeout(timers.poll);
  whenReleased(hideLost);
  refreshEverything();
  expectPing();
}

function hideLost() {
  if (lostAt !== null) return;
  if (line) line.hidden = true;
  said = null;
  setConnection("up");
}

function lose() {
  disconnected();
  reconnect();
}

/** A connection can be dead without an error: after a silence ask, after a long one open another. */
function expectPing() {
  after("quiet", QUIET_MS, ask);
  after("silence", SILENCE_MS, lose);
}

/** Something hints at a network that is gone though the stream has not failed. */
async function ask() {
  if (lostAt === null && !(await isAnswered()) && lostAt === null) lose();
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
  clearTimeout(timers.quiet);
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
  if (!Array.isArray(message.topics) || !message.topics.length) return;
  version = event.lastEventId;
  const canShow = (element) => !isPressed() && !isBeingEdited(element);
  take(message.parts ?? {}, canShow, () => refresh(message.topics));
  refresh(message.topics);
}

function open() {
  close();
  source = new EventSource(streamAddress(address));
  after("silence", CONNECT_MS, lose);
  source.addEventListener("open", connected);
  source.addEventListener("message", receive);
  source.addEventListener("ping", expectPing);
  source.addEventListener("resync", () => {
    expectPing();
    refreshEverything();
  });
  source.addEventListener("error", () => {
    hasFailed = true;
    disconnected();
    reconnect();
  });
}

/** Open another stream if the page shows other kinds of things than before. */
function nameMore() {
  if (source && !isNamed()) after("retry", NAME_MS * Math.random(), open);
}

/** Ask for what a message is about as it is after that message. */
function addVersion({ detail }) {
  if (detail.triggeringEvent?.type === "live") detail.parameters.v = version;
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

/** Leave a part that comes beside another alone while somebody types in it or presses it. */
function guardBeside({ detail }) {
  const { target } = detail;
  if (isBeingEdited(target)) everything = true; // fetched once the focus has left it
  else if (target.querySelector(":active")) whenReleased(refreshEverything);
  else return;
  detail.shouldSwap = false;
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

/** A part that comes after its page knows no hints before it is there, so it is fetched until it is. */
function fetchAgain(part, { xhr }) {
  if (xhr.status && xhr.status < 500) return; // it will say the same again
  const options = { source: part, target: part, swap: part.getAttribute("hx-swap") };
  after(`part ${part.id}`, POLL_MS / 3, () => {
    if (!part.isConnected) return;
    globalThis.htmx.ajax("GET", part.getAttribute("hx-get"), options).catch(() => {});
  });
}

if (address) {
  open();
  addEventListener("visibilitychange", visibilityChanged);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && visibilityChanged());
  addEventListener("online", open);
  addEventListener("offline", lose);
  document.addEventListener("unanswered", ask);
  addEventListener("focusout", () => (everything || waiting.size) && refresh([]));
  addEventListener("htmx:configRequest", addVersion);
  addEventListener("htmx:afterRequest", fetchLate);
  addEventListener("htmx:afterSettle", nameMore);
  document.addEventListener("turned", nameMore); // another page in this one
  addEventListener("htmx:beforeSwap", guardSwap, true); // before scripts that keep state over swaps
  addEventListener("htmx:oobBeforeSwap", guardBeside, true);
  // A fetch that failed is tried again a little later.
  for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    addEventListener(failure, (event) => {
      if (event.target.closest?.("[data-live]")) after("failed", POLL_MS / 3, refreshEverything);
      else if (event.target.matches?.("[hx-trigger=load]")) fetchAgain(event.target, event.detail);
      ask();
    });
  }
}
