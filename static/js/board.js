/* The projector's board turns its pages by itself: which one is shown follows from the server's time,
 * so all screens of a hall agree, a new part of the page changes nothing, and no stream is needed.
 * tournaments/boards/projector/rules.py does the same. The button stops the pages and lets them go on.
 */
import { serverNow } from "./server_time.js";
import { fill, setText } from "./words.js";

const SECOND = 1000;

const pager = document.querySelector("[data-board-pager]");
let held = null; // the turn at which a person stopped the pages

function turnNow(board) {
  return held ?? Math.floor(serverNow() / SECOND / Number(board.dataset.seconds));
}

function show() {
  const board = document.querySelector("[data-board]");
  const pages = [...board.querySelectorAll("[data-board-page]")];
  pager.hidden = pages.length < 2;
  if (pager.hidden) return;
  const shown = turnNow(board) % pages.length;
  pages.forEach((page, n) => {
    page.hidden = n !== shown;
  });
  const words = held === null ? pager.dataset.words : pager.dataset.held;
  pager.setAttribute("aria-label", fill(words, { number: shown + 1, count: pages.length }));
  setText(pager, pages.map((_page, n) => (n === shown ? "●" : "○")).join(" "));
}

/** Take away announcements that have ended. */
function expire() {
  for (const one of document.querySelectorAll(".hall__announced [data-until]")) {
    if (Date.parse(one.dataset.until) <= serverNow()) one.remove();
  }
}

function tick() {
  show();
  expire();
  setTimeout(tick, SECOND - (serverNow() % SECOND) + 5);
}

if (pager) {
  pager.addEventListener("click", () => {
    held = held === null ? turnNow(document.querySelector("[data-board]")) : null;
    pager.setAttribute("aria-pressed", String(held !== null));
    show();
  });
  addEventListener("htmx:afterSwap", show);
  addEventListener("visibilitychange", show);
  tick();
}
