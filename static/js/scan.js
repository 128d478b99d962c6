/* Scanning badges: a field that a keyboard scanner types into, and the camera where the browser can.
 *
 * A scanner types an address and Enter, faster than the server answers, so what is sent waits in a
 * queue and the field is free at once; while the server is out of contact the queue keeps it. What the
 * server refuses, such as of somebody who was signed out, leaves the queue and is listed with the
 * reason until a person sends it again or removes it. Without this script, the form is sent as it is.
 */
import { canReadCodes, readCodes } from "./camera.js";
import { csrfToken } from "./csrf.js";
import { fill } from "./words.js";

const RETRY_MS = 3_000;
const LATER = new Set([408, 425, 429]);

const form = document.querySelector("[data-scan]");
const result = document.querySelector("[data-scan-result]");
const field = form?.querySelector("[name=code]");
const refused = document.querySelector("[data-scan-refused]");
const queue = [];
let isSending = false;

function say(words) {
  const message = document.createElement("p");
  message.className = "message message--error";
  message.textContent = words;
  result.replaceChildren(message);
}

/** The server's answer to a scan, which is shown if it is one of this page; null without an answer. */
async function answerTo(values) {
  let answer = null;
  const hear = (event) => {
    if (event.detail.requestConfig.elt !== result) return; // somebody undoes a check-in
    answer = event.detail.xhr;
    if (isRefused(answer)) event.detail.shouldSwap = false;
  };
  result.addEventListener("htmx:beforeSwap", hear);
  const options = { source: result, target: result, swap: "innerHTML", values };
  await globalThis.htmx.ajax("POST", form.action, options).catch(() => {});
  result.removeEventListener("htmx:beforeSwap", hear);
  const isOurs = answer?.getResponseHeader("X-Roundhouse") === "1";
  return isOurs && answer.status < 500 && !LATER.has(answer.status) ? answer : null;
}

/** Whether the server will answer the same again, or led to another page, such as to sign in. */
function isRefused({ status, responseURL }) {
  return status >= 400 || new URL(responseURL).pathname !== new URL(form.action).pathname;
}

async function send() {
  if (isSending) return;
  isSending = true;
  while (queue.length) {
    const answer = await answerTo(withToken(queue[0]));
    if (!answer) break;
    const scan = queue.shift();
    if (isRefused(answer)) list(scan, answer);
  }
  isSending = false;
  if (!queue.length) return;
  say(fill(form.dataset.wordsWaiting, { count: queue.length }));
  setTimeout(send, RETRY_MS);
}

/** With the token of now: there is another one since somebody signed in again in another tab. */
function withToken(scan) {
  const token = csrfToken();
  return token ? { ...scan, csrfmiddlewaretoken: token } : scan;
}

/** List a refused scan with the reason, until a person sends it again or removes it. */
function list(scan, answer) {
  const page = new DOMParser().parseFromString(answer.responseText, "text/html");
  const row = refused.querySelector("template").content.firstElementChild.cloneNode(true);
  row.querySelector("[data-what]").textContent = scan.code;
  const why = page.querySelector(".lede") ?? page.querySelector("h1");
  row.querySelector("[data-why]").textContent = why?.textContent.trim() ?? "";
  row.addEventListener("click", ({ target }) => {
    const act = target.closest("[data-act]")?.dataset.act;
    if (!act) return;
    row.remove();
    if (act === "again") put(scan);
    else field.focus();
  });
  refused.append(row);
  result.replaceChildren(); // what it says is of another scan, or that this one waits
}

function put(scan) {
  queue.push(scan);
  send();
}

function add(code) {
  put({ ...Object.fromEntries(new FormData(form)), code });
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
