/* A message about one's own act ends when it may no longer be true: with the first change of the
 * page after there was time to read it, and good news after a minute. One that [data-stays], such as
 * a PIN to write down, is left alone.
 */
const READ_MS = 10_000;
const GOOD_NEWS_MS = 60_000;
const EVERY_MS = 1_000;
const GOOD_NEWS = ".message--success, .message--info";

const since = new WeakMap();

/** Note new messages, and remove those that have ended. */
function look(hasChanged) {
  const now = Date.now();
  // Looked for each time: turn.js puts another page in place of the one that was loaded.
  for (const message of document.querySelectorAll("#own-messages .message:not([data-stays])")) {
    if (!since.has(message)) since.set(message, now);
    const age = now - since.get(message);
    const isOld = message.matches(GOOD_NEWS) && age >= GOOD_NEWS_MS;
    if (isOld || (hasChanged && age >= READ_MS)) message.remove();
  }
}

look(false);
setInterval(() => look(false), EVERY_MS);
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.closest?.("[data-live]")) look(true);
});
