/* Keeps the screen on while a hand is entered, in browsers with wake locks (https, localhost), and
 * releases the lock when the page is left.
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
        lock = null; // The browser releases it when the page is left or the battery is low.
      });
    } else if (!isEntering() && lock) {
      await lock.release();
    }
  } catch {
    // Refused, to save the battery: entering works without it.
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
