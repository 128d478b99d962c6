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
import { fill, sayIn, sayUnanswered } from "./words.js";

const PATIENCE_MS = 15_000;
const LOST_PATIENCE_MS = 4_000;
const FORBIDDEN = 403;
const SEND = "button:not([type=button])";

function showSums(form) {
  if (form.dataset.noSums) return;
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
  for (const button of form.querySelectorAll(SEND)) {
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
  const forbidden = answer?.status === FORBIDDEN ? answer.page.querySelector(".lede") : null;
  if (forbidden && !id) {
    // What is typed is nowhere else.
    form.dataset.unsaved = "yes";
    sayIn(form, forbidden.textContent.trim());
  } else if (answer) {
    // Who may not enter keeps what was typed, until a seat is opened on this phone.
    await settle(id, forbidden);
    turnTo(answer);
  } else if (id) {
    await release(id);
    form.remove();
    showOutbox();
  } else {
    form.dataset.unsaved = "yes";
    sayUnanswered(form);
  }
}

/** Enter goes to the next points, Tab from the last ones to who went out: neither sends the hand. */
function goOn(event) {
  const form = event.currentTarget;
  const inputs = [...form.querySelectorAll("[data-total-before]")];
  const place = inputs.indexOf(event.target);
  const isTab = event.key === "Tab" && !event.shiftKey && place === inputs.length - 1;
  if (place < 0 || (event.key !== "Enter" && !isTab)) return;
  const out = [...form.querySelectorAll("[name=went_out]:not(:disabled)")];
  const chosen = out.find((radio) => radio.checked);
  if (isTab && (chosen || !out.length)) return;
  event.preventDefault();
  const next = inputs[place + 1] ?? chosen ?? out[0] ?? form.querySelector(SEND);
  next?.focus();
  if (inputs.includes(next)) next.select();
}

function wire(form) {
  form.dataset.wired = "yes";
  form.addEventListener("input", () => {
    form.dataset.unsaved = "yes";
    showSums(form);
  });
  form.addEventListener("keydown", goOn);
  if (form.dataset.handEntry !== "kept") form.addEventListener("submit", save);
  const pad = form.querySelector("[data-keypad]");
  const next = form.querySelector(`[name=went_out], ${SEND}`);
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
