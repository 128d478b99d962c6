/* A pick-up game on a phone: the camera reads the badges of the others, and a phone without a network
 * asks later. Without this script the form is sent as it is.
 *
 * What could not be sent waits in the storage of the browser, with the key of the form: however often
 * it is sent, it is one question.
 */
import { fill } from "./words.js";

const RETRY_MS = 5_000;
const LOOK_MS = 150;
const SAME_CODE_MS = 4_000; // a badge stays in front of the camera for a moment

const form = () => document.querySelector("[data-pickup]");
const place = `pickup:${location.pathname}`;
const picture = document.querySelector("[data-pickup-picture]");
const button = document.querySelector("[data-pickup-switch]");
let stream = null;
let last = { code: "", at: 0 };

function say(words) {
  const line = form()?.querySelector("[data-pickup-said]");
  if (!line) return;
  line.textContent = words;
  line.hidden = !words;
}

// --- Without a network ----------------------------------------------------------------------------

function waiting() {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

function keep(body) {
  try {
    if (body) localStorage.setItem(place, body);
    else localStorage.removeItem(place);
  } catch {
    // A browser that keeps nothing: the page itself still has what was typed.
  }
}

/** Send a form; null if the server did not answer. */
async function send(body) {
  const token = form().querySelector("[name=csrfmiddlewaretoken]").value;
  const said = new URLSearchParams(body);
  said.set("csrfmiddlewaretoken", token);
  const options = { method: "POST", body: said, redirect: "follow" };
  return fetch(form().action, options).catch(() => null);
}

/** Ask again what could not be asked; the page then shows what became of it. */
async function retry() {
  const body = waiting();
  if (!body || !form()) return;
  const answer = await send(body);
  if (answer === null || answer.status >= 500) {
    say(form().dataset.wordsWaiting);
    setTimeout(retry, RETRY_MS);
    return;
  }
  keep("");
  if (answer.redirected) location.assign(answer.url);
  else await show(answer);
}

async function show(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.querySelector("[data-pickup]");
  if (found) form().replaceWith(found);
  else location.reload();
}

async function submit(event) {
  const sent = event.target;
  if (!sent.matches("[data-pickup]") || event.submitter?.value !== "go") return;
  event.preventDefault();
  const said = new URLSearchParams(new FormData(sent));
  said.set("act", "go");
  keep(said.toString());
  await retry();
}

// --- The camera -----------------------------------------------------------------------------------

async function add(code) {
  const said = new URLSearchParams(new FormData(form()));
  said.set("act", "add");
  said.set("who", code);
  const answer = await send(said);
  if (answer?.ok) await show(answer);
  else remember(code);
}

/** A badge that no server has read: it goes with the question. */
function remember(code) {
  const codes = form().querySelector("[name=codes]");
  codes.value = [...codes.value.split("\n").filter(Boolean), code].join("\n");
  say(fill(form().dataset.wordsScanned, { count: codes.value.split("\n").length }));
}

function showCamera(isOn) {
  picture.hidden = !isOn;
  button.textContent = isOn ? button.dataset.on : button.dataset.off;
  button.setAttribute("aria-pressed", String(isOn));
}

function stop() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  showCamera(false);
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
        await add(found.rawValue);
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
    say(form().dataset.wordsRefused);
    return;
  }
  picture.srcObject = stream;
  showCamera(true);
  await picture.play();
  look(new globalThis.BarcodeDetector({ formats: ["qr_code"] }));
}

/** Whether this browser reads QR codes: some have the interface, and no formats. */
async function canRead() {
  if (!globalThis.BarcodeDetector || !navigator.mediaDevices) return false;
  const formats = await globalThis.BarcodeDetector.getSupportedFormats().catch(() => []);
  return formats.includes("qr_code");
}

document.addEventListener("submit", submit);
addEventListener("online", retry);
retry();
if (button) {
  button.addEventListener("click", () => (stream ? stop() : start()));
  addEventListener("pagehide", stop);
  canRead().then((can) => {
    document.querySelector("[data-pickup-camera]").hidden = !can;
  });
}
