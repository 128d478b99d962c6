/* The slot clocks of components/clock.html count down by themselves.
 *
 * <… data-clock data-started-at data-cutoff-at data-force-end-at data-ends-at> holds (with
 * data-paused-at it stands still from then on)
 * - [data-countdown="cutoff|force-end|ends"]: the time left until that moment,
 * - [data-clock-when="open|last_hands|…"]: shown in that state only,
 * - [data-clock-done] and [data-clock-train]: the position on the line.
 * [data-now] shows the time of day. One timer, on the second, serves all of them.
 */
import { probe, serverNow, timeOfDay } from "./server_time.js";
import { setText } from "./words.js";

const SECOND = 1000;

/** ``1:42:10``, ``4:10``, ``0:05``: rounded up, so that 0:00 means the moment has come. */
export function countdown(milliseconds) {
  const left = Math.max(0, Math.ceil(milliseconds / SECOND));
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor(left / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}

/** The state of a running slot, as in templatetags/site.py. All in milliseconds. */
export function stateOf({ cutoff, forceEnd, ends, paused }, now) {
  if (paused) return "paused";
  if (now > ends) return "over";
  if (now >= forceEnd) return "force_end";
  return now > cutoff ? "last_hands" : "open";
}

function read(clock) {
  const { startedAt, cutoffAt, forceEndAt, endsAt, pausedAt } = clock.dataset;
  return {
    started: Date.parse(startedAt),
    cutoff: Date.parse(cutoffAt),
    forceEnd: Date.parse(forceEndAt),
    ends: Date.parse(endsAt),
    paused: pausedAt ? Date.parse(pausedAt) : null,
  };
}

function show(clock, serverTime) {
  const times = read(clock);
  const now = times.paused ? Math.min(serverTime, times.paused) : serverTime;
  const moments = { cutoff: times.cutoff, "force-end": times.forceEnd, ends: times.ends };
  for (const element of clock.querySelectorAll("[data-countdown]")) {
    setText(element, countdown(moments[element.dataset.countdown] - now));
  }
  const state = stateOf(times, now);
  if (clock.dataset.state !== state) {
    clock.dataset.state = state;
    for (const element of clock.querySelectorAll("[data-clock-when]")) {
      element.hidden = element.dataset.clockWhen !== state;
    }
  }
  const part = Math.min(1, Math.max(0, (now - times.started) / (times.ends - times.started || 1)));
  const place = `${(100 * part).toFixed(2)}%`;
  clock.querySelector("[data-clock-done]")?.setAttribute("x2", place);
  clock.querySelector("[data-clock-train]")?.setAttribute("cx", place);
}

/** Set every clock of the page to the server's time. */
export function showClocks() {
  const now = serverNow();
  for (const clock of document.querySelectorAll("[data-clock][data-ends-at]")) show(clock, now);
  for (const element of document.querySelectorAll("[data-now]")) setText(element, timeOfDay(now));
}

function tick() {
  showClocks();
  // Wake just after the server's next second: all screens of a hall change together.
  setTimeout(tick, SECOND - (serverNow() % SECOND) + 5);
}

if (document.querySelector("[data-clock], [data-now], [data-live]")) {
  tick();
  probe().then(showClocks);
  addEventListener("visibilitychange", showClocks);
  addEventListener("htmx:afterSwap", showClocks);
}
