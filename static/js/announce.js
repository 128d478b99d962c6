/* What screen readers say by themselves: one polite region for the whole page, [data-announcer], and
 * one that interrupts, [data-alarm], for a pause of the clocks.
 *
 * Only what has changed is said, and what comes at nearly the same moment is said together: nothing
 * that counts down, and nothing twice.
 */
import { timeOfDay } from "./server_time.js";
import { fill } from "./words.js";

const TOGETHER_MS = 400; // an act of the conductor reaches several parts of a page one by one

const announcer = document.querySelector("[data-announcer]");
const alarm = document.querySelector("[data-alarm]");
const waiting = new Set();
let known = null;

function say() {
  announcer.textContent = [...waiting].join(" ");
  waiting.clear();
}

/** Say a sentence, together with others of the same moment. */
export function announce(sentence) {
  if (!announcer || !sentence) return;
  if (!waiting.size) setTimeout(say, TOGETHER_MS);
  waiting.add(sentence);
}

/** Interrupt whatever is being said: everybody has to stop. */
export function announceAlarm(sentence) {
  if (alarm) alarm.textContent = sentence;
}

/** Say that a clock of the page goes on again, in the words of the page. */
export function announceResumed() {
  announceAlarm("");
  announce(announcer?.dataset.wordsResumed);
}

/** The times of each slot clock on the page; those of a paused one are not known yet. */
function clockTimes() {
  const clocks = document.querySelectorAll("[data-clock-of][data-ends-at]");
  return new Map([...clocks].map(({ dataset }) => [dataset.clockOf, dataset]).map(([key, of]) => [
    key,
    of.pausedAt ? null : { cutoff: of.cutoffAt, end: of.endsAt },
  ]));
}

/** Say the new times of a clock when a conductor moved them, or when it goes on after a pause. */
function announceMoved() {
  const before = known;
  known = clockTimes();
  for (const [key, times] of known) {
    const had = before?.get(key);
    if (!times || had === undefined) continue;
    if (had?.cutoff === times.cutoff && had?.end === times.end) continue;
    const shown = { cutoff: timeOfDay(Date.parse(times.cutoff)), end: timeOfDay(Date.parse(times.end)) };
    announce(fill(announcer?.dataset.wordsMoved ?? "", shown));
  }
}

announceMoved();
addEventListener("htmx:afterSettle", announceMoved);
