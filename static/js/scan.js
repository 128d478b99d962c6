/* Scanning badges: a field that a keyboard scanner types into, and the camera where the browser can.
 *
 * A scanner types an address and Enter, faster than the server answers, so what is sent waits in a
 * queue and the field is free at once; while the server is out of contact the queue keeps it. Without
 * this script, the form is sent as it is.
 */
import { canReadCodes, readCodes } from "./camera.js";
import { fill } from "./words.js";

const RETRY_MS = 3_000;

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

if (form) {
  form.addEventListener("submit", submit);
  readCodes(
    form.querySelector("[data-scan-picture]"),
    form.querySelector("[data-scan-switch]"),
    add,
    () => say(form.dataset.wordsRefused),
  );
  canReadCodes().then((can) => {
    form.querySelector("[data-scan-camera]").hidden = !can;
    form.querySelector("[data-scan-none]").hidden = can;
  });
}
