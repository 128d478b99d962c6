/* The screen stays on while somebody enters a hand: other hands hold cards, and a phone that sleeps
 * loses the place. Where the browser has wake locks (https, localhost); let go on leaving.
 */
let lock = null;
let isAsking = false;

function isEntering() {
  return document.visibilityState === "visible" && document.querySelector("form[data-hand-entry]");
}

async function hold() {
  if (isAsking) return;
  isAsking = true;
  try {
    if (isEntering() && !lock) {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => {
        lock = null; // The browser takes it back when the page is left or the battery is low.
      });
    } else if (!isEntering() && lock) {
      await lock.release();
    }
  } catch {
    // Refused, to save the battery: the entry works without.
  } finally {
    isAsking = false;
  }
}

if (navigator.wakeLock) {
  hold();
  document.addEventListener("turned", hold);
  addEventListener("visibilitychange", hold);
  addEventListener("focusin", hold);
}
