/* Reads QR codes with the camera of a phone, where the browser can: `readCodes(…)`. */
const LOOK_MS = 150;
const SAME_CODE_MS = 4_000; // a badge stays in front of the camera for a moment

/** Whether this browser reads QR codes: some have the interface, and no formats. */
export async function canReadCodes() {
  if (!globalThis.BarcodeDetector || !navigator.mediaDevices) return false;
  const formats = await globalThis.BarcodeDetector.getSupportedFormats().catch(() => []);
  return formats.includes("qr_code");
}

/**
 * Let a button switch the camera on and off. Its words are in data-on and data-off.
 *
 * @param {HTMLVideoElement} picture shows what the camera sees
 * @param {HTMLButtonElement} button
 * @param {(code: string) => void | Promise<void>} take gets each code once while it stays in view
 * @param {() => void} refuse is called if the person or the browser does not let it
 */
export function readCodes(picture, button, take, refuse) {
  let stream = null;
  let last = { code: "", at: 0 };

  function show(isOn) {
    picture.hidden = !isOn;
    button.textContent = isOn ? button.dataset.on : button.dataset.off;
    button.setAttribute("aria-pressed", String(isOn));
  }

  function stop() {
    stream?.getTracks().forEach((track) => track.stop());
    stream = null;
    show(false);
  }

  async function look(detector) {
    if (!stream) return;
    try {
      const isReady = picture.readyState >= picture.HAVE_CURRENT_DATA;
      const [found] = isReady ? await detector.detect(picture) : [];
      const isSame = found?.rawValue === last.code && Date.now() - last.at < SAME_CODE_MS;
      if (found) last = { code: found.rawValue, at: Date.now() };
      if (found && !isSame) {
        navigator.vibrate?.(80);
        await take(found.rawValue);
      }
    } catch {
      // A picture that cannot be read: the next one may be.
    }
    setTimeout(look, LOOK_MS, detector);
  }

  async function start() {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    } catch {
      refuse();
      return;
    }
    picture.srcObject = stream;
    show(true);
    await picture.play();
    look(new globalThis.BarcodeDetector({ formats: ["qr_code"] }));
  }

  button.addEventListener("click", () => (stream ? stop() : start()));
  addEventListener("pagehide", stop);
}
