/* A pick-up game on a phone: the camera reads the badges of the others, and a phone without a network
 * asks later. Without this script the form is sent as it is.
 *
 * What could not be sent waits in the storage of the browser, with the key of the form: however often
 * it is sent, it is one question. One that waited too long is not sent any more: the game was to be
 * played at once, and who still wants to play asks again.
 */
import { canReadCodes, readCodes } from "./camera.js";
import { recall, keep as store } from "./storage.js";
import { fill } from "./words.js";

const RETRY_MS = 5_000;
const OLD_MS = 15 * 60_000; // by then people who wait for a game have found something else
const TOO_MANY = 429;

const form = () => document.querySelector("[data-pickup]");
const place = `pickup:${location.pathname}`;
const picture = document.querySelector("[data-pickup-picture]");
const button = document.querySelector("[data-pickup-switch]");

function say(words) {
  const line = form()?.querySelector("[data-pickup-said]");
  if (!line) return;
  line.textContent = words;
  line.hidden = !words;
}

// --- Without a network ----------------------------------------------------------------------------

let held = null; // where the browser keeps nothing, as long as the page is open

/** What could not be sent, and since when, by the clock of this phone; null if nothing waits. */
function waiting() {
  return recall(place, held);
}

/** Whether something waits for too long, also if the clock of the phone was set back since. */
function isOld({ at }) {
  return Math.abs(Date.now() - at) > OLD_MS;
}

function keep(body) {
  held = body ? { body, at: Date.now() } : null;
  store(place, held);
}

/** Send a form; null if the site did not answer: a hotel network's sign-in page is no answer. */
async function send(body) {
  const token = form().querySelector("[name=csrfmiddlewaretoken]").value;
  const said = new URLSearchParams(body);
  said.set("csrfmiddlewaretoken", token);
  const options = { method: "POST", body: said, redirect: "follow" };
  const answer = await fetch(form().action, options).catch(() => null);
  const isOurs = answer?.headers.get("X-Roundhouse") === "1";
  return isOurs && answer.status !== TOO_MANY && answer.status < 500 ? answer : null;
}

/** Ask again what could not be asked; the page then shows what became of it. */
async function retry() {
  const kept = waiting();
  if (!kept || !form()) return;
  if (isOld(kept)) {
    keep("");
    say(form().dataset.wordsOld);
    return;
  }
  const answer = await send(kept.body);
  if (answer === null) {
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

document.addEventListener("submit", submit);
addEventListener("online", retry);
retry();
if (button) {
  readCodes(picture, button, add, () => say(form().dataset.wordsRefused));
  canReadCodes().then((can) => {
    document.querySelector("[data-pickup-camera]").hidden = !can;
  });
}
