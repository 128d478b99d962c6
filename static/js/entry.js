/* The form of a hand: adds up while somebody types, and neither loses nor doubles a hand.
 *
 * <form data-hand-entry data-target="120"> has inputs "points-1"… with data-total-before, radios
 * "went_out" and a hidden "key". The key names this one hand. Before the form is sent it is kept in
 * the outbox; when the server has answered, it is taken out again. Without an answer it stays
 * there, and the outbox sends it with the same key, so that it counts once.
 * Without this script the form is sent as any other, with the key that the server put in.
 */
import { keep, release, settle, showOutbox } from "./outbox.js";
import { newKey } from "./outbox_entries.js";
import { numberOf, wireKeypad } from "./points.js";
import { askServer, turnTo } from "./turn.js";
import { fill, sayIn } from "./words.js";

const PATIENCE_MS = 15_000;
const LOST_PATIENCE_MS = 4_000;
const FORBIDDEN = 403;

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

function setBusy(form, isBusy) {
  for (const button of form.querySelectorAll("button:not([type=button])")) {
    button.disabled = isBusy;
    button.setAttribute("aria-busy", String(isBusy));
  }
}

function post(form, submitter) {
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.append(submitter.name, submitter.value);
  const isLost = document.documentElement.dataset.connection === "lost";
  return askServer(form.action, { method: "POST", body }, isLost ? LOST_PATIENCE_MS : PATIENCE_MS);
}

async function save(event) {
  const form = event.currentTarget;
  event.preventDefault();
  if (form.dataset.busy) return;
  form.dataset.busy = "yes";
  if (form.elements.key) form.elements.key.value ||= newKey();
  setBusy(form, true);
  sayIn(form, "");
  const id = await keep(form);
  const answer = await post(form, event.submitter);
  setBusy(form, false);
  delete form.dataset.busy;
  if (answer) {
    // Who may not enter keeps what was typed, until a seat is opened on this phone.
    await settle(id, answer.status === FORBIDDEN ? answer.page.querySelector(".lede") : null);
    turnTo(answer);
  } else if (id) {
    await release(id);
    form.remove();
    showOutbox();
  } else {
    form.dataset.unsaved = "yes";
    sayIn(form, form.dataset.wordsFailed ?? "Not saved. Nothing is lost: try again.");
  }
}

function wire(form) {
  form.dataset.wired = "yes";
  form.addEventListener("input", () => {
    form.dataset.unsaved = "yes";
    showSums(form);
  });
  if (form.dataset.handEntry !== "kept") form.addEventListener("submit", save);
  const pad = form.querySelector("[data-keypad]");
  const next = form.querySelector("[name=went_out], button:not([type=button])");
  // In a low window, as of a phone held sideways, the pad would leave no room for the lines.
  if (pad && matchMedia("(pointer: coarse) and (min-height: 30.01rem)").matches) {
    wireKeypad(form, pad, () => next?.focus({ preventScroll: false }));
  }
  showSums(form);
}

function wireAll() {
  document.querySelectorAll("form[data-hand-entry]:not([data-wired])").forEach(wire);
}

wireAll();
addEventListener("htmx:afterSettle", wireAll);
document.addEventListener("turned", wireAll);
