/* Forms that are sent without leaving their page, so that a network that is gone leaves no empty browser.
 *
 * <form data-in-place> has a note (components/unanswered.html) that is shown where nothing answers; then
 * the page stays as it is. A value names the element at which the page of the answer is to be read.
 * <a data-in-place> leads to its page in the same way; its note is in the same data-with-note.
 */
import { askServer, turnTo } from "./turn.js";
import { sayIn, sayUnanswered } from "./words.js";

const PATIENCE_MS = 8_000;
const LOST_PATIENCE_MS = 2_500;

export { PATIENCE_MS };

/** How long the server is waited for: no long time once it is known to be out of contact. */
export function patience() {
  return document.documentElement.dataset.connection === "lost" ? LOST_PATIENCE_MS : PATIENCE_MS;
}

/** What is shown: another element once somebody has turned to another page. */
export function pageNow() {
  return document.querySelector("#page");
}

/** Show the answer to a form: its page, or in the form why that was refused and stays as it is. */
function showAnswer(form, answer) {
  const refusal = answer.page.querySelector("[data-said-in-form]");
  if (refusal && form.querySelector("[data-entry-note]")) sayIn(form, refusal.textContent.trim());
  else turnTo(answer);
}

/** Send a form of the page and show the answer; whether the server gave one. */
export async function sendForm(form) {
  form.dataset.busy = "yes";
  const body = new URLSearchParams(new FormData(form));
  const page = pageNow();
  const answer = await askServer(form.action, { method: "POST", body }, patience());
  delete form.dataset.busy;
  // The stream may have been quicker, and somebody enters the hand by now.
  if (answer && pageNow() === page) showAnswer(form, answer);
  return Boolean(answer);
}

/** A part that came since may be made for another player than its page: what is sent is the page's. */
function sayForWhom({ target }) {
  const field = target.elements.made_for;
  const player = pageNow()?.dataset.madeFor;
  if (field && player) field.value = player;
}

document.addEventListener("submit", sayForWhom, true);
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-in-place]")) return;
  event.preventDefault();
  if (form.dataset.busy) return;
  sayIn(form, "");
  if (!(await sendForm(form))) {
    sayUnanswered(form);
  } else if (form.dataset.inPlace) {
    document.getElementById(form.dataset.inPlace)?.scrollIntoView();
  }
});

document.addEventListener("click", async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const link = event.target.closest?.("a[data-in-place]");
  if (!link) return;
  event.preventDefault();
  if (link.dataset.busy) return;
  link.dataset.busy = "yes";
  const around = link.closest("[data-with-note]");
  sayIn(around, "");
  const page = pageNow();
  const answer = await askServer(link.href, {}, patience());
  delete link.dataset.busy;
  if (!answer) sayUnanswered(around);
  else if (pageNow() === page) turnTo(answer, true);
});
