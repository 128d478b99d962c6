/* Notices: each announced once, with a sound if it is switched on. One is shown, the others fold.
 *
 * The region [data-notices] is fetched like any live element, for the audience that [data-audience]
 * names: on a shared page that of nobody, until the phone's own parts are there. Conductors hear
 * everything but what they switched off in this browser (notices_choice.js). A notice that was there
 * before, or was dismissed on this device, is not announced again.
 */
import { announce, announceAlarm, announceResumed } from "./announce.js";
import { serverNow } from "./server_time.js";
import { keep, recall } from "./storage.js";
import { fill, setText } from "./words.js";

const DISMISSED = "dismissed-notices";
const SOUND = "sound";
const PAUSE = '[data-notice^="pause-"]';
const MUTED = "muted-notices-"; // and the key of the event
const KEPT = 50;
const LONGEST_MS = 24 * 3600_000; // a timer of more than 24 days fires at once
const NOTES = [784, 988]; // G5 and B5: a station chime that carries through a noisy hall.

const region = document.querySelector("[data-notices]");
const button = document.querySelector("[data-sound-switch]");
const known = new Set();
const pauses = new Set(); // those that are shown: they stay until the clock goes on
let audio = null;
let isFirst = true;
let expiry = null;
let isOpen = false;

function play() {
  if (!audio) return;
  NOTES.forEach((frequency, n) => {
    const start = audio.currentTime + n * 0.35;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.4, start + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.9);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 1);
  });
}

/** Browsers allow sound only after a user gesture, so audio starts with the first one. */
function wakeAudio() {
  if (!recall(SOUND, false)) return;
  audio ??= new (globalThis.AudioContext ?? globalThis.webkitAudioContext)();
  audio.resume();
}

function showSwitch() {
  const isOn = recall(SOUND, false);
  button.hidden = false;
  button.textContent = isOn ? button.dataset.on : button.dataset.off;
}

/** Take away what has become old: it says until when it holds. */
function expire() {
  clearTimeout(expiry);
  const now = serverNow();
  let next = Infinity;
  for (const notice of region.querySelectorAll("[data-until]")) {
    const until = Date.parse(notice.dataset.until);
    if (until <= now) notice.remove();
    else next = Math.min(next, until);
  }
  if (next < Infinity) expiry = setTimeout(expire, Math.min(next - now, LONGEST_MS));
  fold();
}

/** Count those that are folded. The style sheet shows the first alone while the list is closed. */
function fold() {
  const more = region.querySelector("[data-notices-more]");
  if (!more) return;
  const folded = region.querySelectorAll("[data-notice]").length - 1;
  more.hidden = folded < 1;
  region.toggleAttribute("data-open", isOpen);
  more.setAttribute("aria-expanded", String(isOpen));
  setText(more, isOpen ? more.dataset.close : fill(more.dataset.words, { count: folded }));
}

/** Ask for what this page's audience hears, now that it is known. */
function followAudience() {
  const audience = document.querySelector("[data-audience]");
  const [path, before = ""] = region.getAttribute("hx-get").split("?");
  const query = new URLSearchParams(audience ? audience.dataset.audience : before);
  const muted = audience?.matches("[data-chooses]") ? recall(MUTED + region.dataset.event, []) : [];
  if (muted.length) query.set("not", muted.join("-"));
  query.sort(); // as the server names it, so that the answer is shared
  const asked = query.toString();
  if (asked === before) return;
  isFirst = true; // what is old for this audience is not announced
  known.clear();
  pauses.clear();
  globalThis.htmx?.trigger(region, "htmx:abort");
  region.setAttribute("hx-get", asked ? `${path}?${asked}` : path);
  globalThis.htmx?.process(region);
}

/** A pause that is no longer listed has ended. */
function noteResumed() {
  const shown = [...region.querySelectorAll(PAUSE)];
  const now = new Set(shown.map((notice) => notice.dataset.notice));
  if ([...pauses].some((id) => !now.has(id))) announceResumed();
  pauses.clear();
  now.forEach((id) => pauses.add(id));
}

function take() {
  expire();
  noteResumed();
  const dismissed = new Set(recall(DISMISSED, []));
  const fresh = [];
  for (const notice of region.querySelectorAll("[data-notice]")) {
    const id = notice.dataset.notice;
    if (dismissed.has(id)) notice.remove();
    else if (!known.has(id)) fresh.push(notice);
    known.add(id);
  }
  fold();
  const wasFirst = isFirst;
  isFirst = false;
  if (wasFirst || !fresh.length) return;
  const words = (notice) => notice.querySelector(".notice__text").innerText;
  const alarms = fresh.filter((notice) => notice.matches(PAUSE)).map(words);
  if (alarms.length) announceAlarm(alarms.join(" "));
  const sentences = fresh.map(words);
  sentences.filter((sentence) => !alarms.includes(sentence)).forEach(announce);
  if (recall(SOUND, false)) {
    play();
    navigator.vibrate?.([300, 150, 300]);
    showOnDevice(sentences.join(" "));
  }
}

/** Show a system notification while the page is hidden, if the browser allows it. */
function showOnDevice(text) {
  if (globalThis.Notification?.permission !== "granted" || !document.hidden) return;
  try {
    new Notification(document.title, { body: text, tag: "roundhouse" });
  } catch {
    // Some phones allow them only from service workers.
  }
}

function askForNotifications() {
  if (isSecureContext && globalThis.Notification?.permission === "default") {
    Notification.requestPermission();
  }
}

function press(event) {
  if (event.target.closest("[data-notices-more]")) isOpen = !isOpen;
  else dismiss(event);
  fold();
}

function dismiss(event) {
  const notice = event.target.closest("[data-dismiss]")?.closest("[data-notice]");
  if (!notice) return;
  const ids = recall(DISMISSED, []);
  keep(DISMISSED, [...ids, notice.dataset.notice].slice(-KEPT));
  notice.remove();
}

if (region) {
  region.addEventListener("htmx:afterSettle", take);
  region.addEventListener("click", press);
  followAudience();
  addEventListener("htmx:oobAfterSwap", ({ detail }) => {
    if (detail.target.id !== "own-audience") return;
    followAudience();
    globalThis.htmx?.trigger(region, "live"); // it has loaded once, for nobody: it does not again
  });
}

if (region && button) {
  showSwitch();
  button.addEventListener("click", () => {
    keep(SOUND, !recall(SOUND, false));
    showSwitch();
    wakeAudio();
    play();
    if (recall(SOUND, false)) askForNotifications();
  });
  addEventListener("pointerdown", wakeAudio, { once: true });
}
