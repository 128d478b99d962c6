/* The hand entry: sums while one types, and a saving that neither loses nor doubles a hand.
 *
 * <form data-hand-entry data-target="120"> has inputs "points-1"… with data-total-before, radios
 * "went_out" and a hidden "key". The key names this one hand: it is made at the first attempt and
 * kept until the server has answered, so that the same attempt may be sent twice and counts once.
 * Without this script the form is sent as any other, with the key that the server put in.
 */
import { numberOf, wireKeypad } from "./points.js";

const PATIENCE_MS = 15_000;

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The key of this attempt, remembered over a reload for as long as nobody acknowledged it. */
function keyOf(form) {
  const place = `hand-key:${form.action}`;
  const input = form.elements.key;
  try {
    input.value = sessionStorage.getItem(place) || input.value || newKey();
    sessionStorage.setItem(place, input.value);
  } catch {
    input.value ||= newKey();
  }
}

function forgetKey(form) {
  try {
    sessionStorage.removeItem(`hand-key:${form.action}`);
  } catch {
    // Nothing was kept.
  }
}

/** A sentence with its numbers, written with a real minus. */
function fill(words, numbers) {
  return words.replace(/\{(\w+)\}/g, (_, name) => String(numbers[name]).replace("-", "\u2212"));
}

function showSums(form) {
  const target = Number(form.dataset.target);
  const words = form.dataset;
  for (const input of form.querySelectorAll("[data-total-before]")) {
    const output = form.querySelector(`output[for="${input.id}"]`);
    const points = numberOf(input.value);
    if (!output) continue;
    const total = Number(input.dataset.totalBefore) + (points ?? 0);
    const distance = target - total;
    const text = distance > 0 ? words.wordsToGo : words.wordsReached;
    output.classList.toggle("has-target", points !== null && distance <= 0);
    output.textContent =
      points === null ? "" : fill(text ?? "{total}", { total, left: distance });
  }
}

function say(form, text) {
  const note = form.querySelector("[data-entry-note]");
  if (!note) return;
  note.querySelector("[data-entry-words]").textContent = text;
  note.hidden = !text;
}

function setBusy(form, isBusy) {
  for (const button of form.querySelectorAll("button:not([type=button])")) {
    button.disabled = isBusy;
    button.setAttribute("aria-busy", String(isBusy));
  }
}

async function post(form, submitter) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const body = new URLSearchParams(new FormData(form));
    if (submitter?.name) body.append(submitter.name, submitter.value);
    const answer = await fetch(form.action, { method: "POST", body, signal: patience.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // The page of a hotel's network, or of a broken proxy, is no answer of the house.
    const isOurs = page.querySelector('meta[name="application-name"][content="Roundhouse"]');
    if (!isOurs || answer.status >= 500 || answer.status === 429) return null;
    return { page, address: answer.url };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Show the page that the server answered with, without losing the stream and the clock. */
function turnTo({ page, address }) {
  const main = document.importNode(page.querySelector("#page"), true);
  document.querySelector("#page").replaceWith(main);
  document.title = page.title;
  history.replaceState(null, "", address);
  globalThis.htmx?.process(main);
  wireAll();
  const first = main.querySelector("[aria-invalid=true], .message") ?? main;
  if (!first.hasAttribute("tabindex")) first.tabIndex = -1;
  first.focus();
  scrollTo({ top: 0 });
}

async function save(event) {
  const form = event.currentTarget;
  event.preventDefault();
  if (form.dataset.busy) return;
  form.dataset.busy = "yes";
  keyOf(form);
  setBusy(form, true);
  say(form, "");
  const answer = await post(form, event.submitter);
  setBusy(form, false);
  delete form.dataset.busy;
  if (!answer) {
    form.dataset.unsaved = "yes";
    say(form, form.dataset.wordsFailed ?? "Not saved. Nothing is lost: try again.");
    return;
  }
  forgetKey(form);
  turnTo(answer);
}

function wire(form) {
  form.dataset.wired = "yes";
  form.addEventListener("input", () => {
    form.dataset.unsaved = "yes";
    showSums(form);
  });
  form.addEventListener("submit", save);
  const pad = form.querySelector("[data-keypad]");
  const next = form.querySelector("[name=went_out], button:not([type=button])");
  if (pad && matchMedia("(pointer: coarse)").matches) {
    wireKeypad(form, pad, () => next?.focus({ preventScroll: false }));
  }
  showSums(form);
}

function wireAll() {
  document.querySelectorAll("form[data-hand-entry]:not([data-wired])").forEach(wire);
}

wireAll();
addEventListener("htmx:afterSettle", wireAll);
