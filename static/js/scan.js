/* Scanning badges: a field that a keyboard scanner types into, and the camera where the browser can.
 *
 * A scanner types an address and Enter, faster than the server answers, so what is sent waits in a
 * queue and the field is free at once; while the server is out of contact the queue keeps it. Without
 * this script, the form is sent as it is.
 */
import { fill } from "./words.js";

const RETRY_MS = 3_000;
const LOOK_MS = 150;
const SAME_CODE_MS = 4_000; // a badge stays in front of the camera for a moment

const form = document.querySelector("[data-scan]");
const result = document.querySelector("[data-scan-result]");
const field = form?.querySelector("[name=code]");
const queue = [];
let isSending = false;

function say(words) {
  const message = document.createElement("p");
  message.className = "message message--error";
  message.textContent = words;
  result.replaceChildren(message);
}

/** Whether the server has answered: what is not an answer of ours is not shown (live.js). */
async function isTaken(values) {
  let isShown = false;
  const shown = () => (isShown = true);
  result.addEventListener("htmx:afterSwap", shown, { once: true });
  const options = { source: result, target: result, swap: "innerHTML", values };
  await globalThis.htmx.ajax("POST", form.action, options).catch(() => {});
  result.removeEventListener("htmx:afterSwap", shown);
  return isShown;
}

async function send() {
  if (isSending) return;
  isSending = true;
  while (queue.length && (await isTaken(queue[0]))) queue.shift();
  isSending = false;
  if (!queue.length) return;
  say(fill(form.dataset.wordsWaiting, { count: queue.length }));
  setTimeout(send, RETRY_MS);
}

function add(code) {
  const values = Object.fromEntries(new FormData(form));
  queue.push({ ...values, code });
  send();
}

function submit(event) {
  event.preventDefault();
  add(field.value);
  field.value = "";
  field.focus();
}

// --- The camera -----------------------------------------------------------------------------------

const picture = form?.querySelector("[data-scan-picture]");
const button = form?.querySelector("[data-scan-switch]");
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
    const [found] = picture.readyState >= picture.HAVE_CURRENT_DATA ? await detector.detect(picture) : [];
    const isSame = found?.rawValue === last.code && Date.now() - last.at < SAME_CODE_MS;
    if (found) {
      last = { code: found.rawValue, at: Date.now() };
      if (!isSame) {
        navigator.vibrate?.(80);
        add(found.rawValue);
      }
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
    say(form.dataset.wordsRefused);
    return;
  }
  picture.srcObject = stream;
  show(true);
  await picture.play();
  look(new globalThis.BarcodeDetector({ formats: ["qr_code"] }));
}

/** Whether this browser reads QR codes: some have the interface, and no formats. */
async function canRead() {
  if (!globalThis.BarcodeDetector || !navigator.mediaDevices) return false;
  const formats = await globalThis.BarcodeDetector.getSupportedFormats().catch(() => []);
  return formats.includes("qr_code");
}

if (form) {
  form.addEventListener("submit", submit);
  button.addEventListener("click", () => (stream ? stop() : start()));
  addEventListener("pagehide", stop);
  canRead().then((can) => {
    form.querySelector("[data-scan-camera]").hidden = !can;
    form.querySelector("[data-scan-none]").hidden = can;
  });
}
