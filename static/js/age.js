/* Keeps the age in <time datetime="…" data-age> current while the page is open. */
import { serverNow } from "./server_time.js";

const EVERY_MS = 1_000;
const STEPS = [
  [1, "s"],
  [60, "min"],
  [3600, "h"],
];

/** The same format as the template filter "age": 12 s, 4 min, 2 h. */
export function words(seconds) {
  const [length, unit] = STEPS.findLast(([start]) => seconds >= start) ?? STEPS[0];
  return `${Math.floor(seconds / length)} ${unit}`;
}

setInterval(() => {
  for (const element of document.querySelectorAll("time[data-age]")) {
    const age = Math.max(0, (serverNow() - Date.parse(element.dateTime)) / 1_000);
    const text = words(age);
    if (element.textContent !== text) element.textContent = text;
  }
}, EVERY_MS);
