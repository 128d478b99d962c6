/* The outbox of a table's page: it keeps hands while the server does not answer, shows each of them,
 * lets players deal and report without an answer, and lets a person act on a refusal.
 *
 * What is kept is sent and counted by outbox_waiting.js, which every page has.
 */
import { PATIENCE_MS, pageNow, patience, sendForm } from "./in_place.js";
import { contentOf } from "./outbox_content.js";
import { heldUntil, isAnswered, isHeld, newKey } from "./outbox_entries.js";
import { openForm } from "./outbox_form.js";
import { isSure, showPanel, takePlace } from "./outbox_panel.js";
import { dealEntry, handEntry, isDecided, isOpen, project } from "./outbox_plan.js";
import { kick, onAnswer } from "./outbox_sender.js";
import {
  addEntry,
  allEntries,
  changeEntry,
  keepTable,
  onChange,
  removeEntry,
} from "./outbox_store.js";
import { isPressed, whenReleased } from "./press.js";
import { serverNow } from "./server_time.js";
import { askServer, turnTo } from "./turn.js";
import { sayIn } from "./words.js";

const EVERY_MS = 1_000;
const AGAIN_MS = 2_000; // tests stretch what a page waits for an answer, and not this
const TARGETS = "[data-act], [data-outbox-act], [data-outbox-cancel], a[data-enter]";

let known = null; // the newest state of the page's table; null on other pages
let refreshedFor = 0; // the state for which an older page was fetched again
let isStopped = false; // the server did not answer when a hand was to be dealt
let showing = null;

const connection = () => document.documentElement.dataset.connection;
const isLost = () => connection() === "lost";
const panel = () => document.querySelector("[data-outbox]");

// --- What is shown ---------------------------------------------------------------------------------

/** Take in what the page says of its table; what this phone knows may be newer. */
async function learn() {
  const element = document.querySelector("[data-known]");
  const said = element && JSON.parse(element.dataset.known);
  if (said?.as_of > known?.as_of) isStopped = false; // the server has answered since
  if (!said || said.code !== known?.code || said.as_of > known.as_of) known = said;
  const kept = said && { ...said, ...partsToKeep(element, said.as_of) };
  if (said) known = await keepTable(kept).catch(() => known);
  await show();
  if (said?.as_of < known?.as_of && element.isConnected) fetchAgain();
}

/** The parts of the page that the server makes, for a phone that may open them without it. */
function partsToKeep(element, as_of) {
  const live = document.querySelector("#table-live");
  const mayKeep = live?.contains(element) && "keep" in element.dataset;
  return mayKeep ? { parts: { as_of, html: live.outerHTML } } : {};
}

/** A page opened without the server may be older than the last one this phone saw: show that one. */
function layOver() {
  const live = document.querySelector("#table-live");
  const element = live?.querySelector("[data-known]");
  const parts = known?.parts;
  if (!element || !parts || JSON.parse(element.dataset.known).as_of >= parts.as_of) return;
  live.outerHTML = parts.html;
  globalThis.htmx?.process(document.querySelector("#table-live"));
  document.dispatchEvent(new Event("turned"));
}

/** Two answers of the server may overtake each other: then the page shows the older one. */
function fetchAgain() {
  if (refreshedFor === known.as_of) return; // Once: the server's clock may have been set back.
  refreshedFor = known.as_of;
  refresh();
}

async function entriesHere() {
  return (await allEntries()).filter((entry) => entry.table === known?.code);
}

async function showNow() {
  const all = (await allEntries()).filter((entry) => !isHeld(entry));
  if (isPressed()) {
    whenReleased(show);
    return;
  }
  if (isLost() || !navigator.onLine) layOver();
  const root = panel();
  if (!root || !known) return;
  const mine = all.filter((entry) => entry.table === known.code);
  for (const entry of mine) if (isDecided(entry, known)) await removeEntry(entry.id);
  const here = mine.filter((entry) => !isDecided(entry, known));
  const form = document.querySelector("form[data-hand]");
  const number = Number(form?.dataset.hand);
  const isKept = (entry) => entry.kind === "hand" && entry.number === number && !isAnswered(entry);
  if (here.some(isKept)) form.remove();
  const isInTouch = connection() === "up";
  showPanel(root, known, here, { isLost: isLost(), isStopped, isInTouch });
}

/** Show what is kept, soon; resolves when it is shown. */
function show() {
  showing ??= Promise.resolve().then(() => {
    showing = null;
    return showNow().catch(() => {}); // A browser that keeps nothing shows the page as it came.
  });
  return showing;
}

export { show as showOutbox };

// --- An entry that its own page tries to send first ------------------------------------------------

/** Keep what a form says before it is sent; the number of the entry, or null if it cannot be kept. */
export async function keep(form) {
  const content = form.dataset.hand && known && contentOf(form, known, Number(form.dataset.hand));
  if (!content) return null;
  const number = Number(form.dataset.hand);
  const entry = handEntry(known, number, content, serverNow(), form.elements.key.value);
  try {
    return await addEntry({ ...entry, held_until: heldUntil() });
  } catch {
    return null;
  }
}

/** The server did not answer the page: from now on the outbox sends the entry. */
export async function release(id) {
  await changeEntry(id, { held_until: 0 });
  kick();
}

/** The server has answered the page: the entry is done, or waits for its seat for the reason given. */
export async function settle(id, reason) {
  if (!id) return;
  if (!reason) await removeEntry(id);
  else await changeEntry(id, { status: "waiting", why: reason.textContent.trim(), held_until: 0 });
}

// --- Dealing and reporting -------------------------------------------------------------------------

async function deal(form) {
  if (form.dataset.busy) return;
  const madeAt = serverNow();
  if (!(await sendForm(form))) await dealHere(madeAt);
}

/** Deal without the server, if the clock allows it. */
async function dealHere(tappedAt) {
  const here = await entriesHere();
  // Not before the server's last answer, nor before an earlier entry: its time is known roughly.
  const madeAt = Math.max(tappedAt, known.as_of, ...here.map((entry) => entry.made_at));
  const plan = project(known, here, madeAt);
  isStopped = Boolean(plan.stop);
  if (!plan.stop) await addEntry(dealEntry(known, plan.next, madeAt));
  else if (!isLost()) refresh(); // the answer alone may have been lost
  await show();
  kick();
}

async function enter(link) {
  if (link.dataset.busy) return;
  link.dataset.busy = "yes";
  const answer = await askServer(link.href, {}, patience());
  delete link.dataset.busy;
  if (answer) turnTo(answer, true);
  else await open(Number(link.dataset.enter));
}

/** Open the form of a hand in the page; with an entry, to change that. */
async function open(number, entry) {
  const before = (await entriesHere()).filter((one) => one.id !== entry?.id);
  const { totals, unscored } = project(known, before, serverNow());
  openForm(panel(), known, { number, entry, totals, unscored });
}

async function store(form) {
  const number = Number(form.dataset.number);
  const content = contentOf(form, known, number);
  if (!content) {
    sayIn(form, panel().dataset.wordsIncomplete);
    return;
  }
  // A hand that is reported again was over before the next one was dealt.
  const after = (await entriesHere()).filter((one) => one.number > number);
  const madeAt = Math.min(serverNow(), ...after.map((one) => one.made_at));
  const entry = handEntry(known, number, content, madeAt);
  const { body, version } = entry;
  const changes = { body, version, key: newKey(), status: "waiting", why: "" };
  // While the form was open, its entry may have been sent and forgotten.
  const isChanged = form.dataset.entry && (await changeEntry(Number(form.dataset.entry), changes));
  if (!isChanged) await addEntry(entry);
  form.remove();
  document.dispatchEvent(new Event("turned"));
  kick();
}

// --- What a person does ----------------------------------------------------------------------------

/** As it is, but made from what is known of its hand by now, and for the player whose phone it is. */
async function sendAgain(id) {
  const entry = (await allEntries()).find((one) => one.id === id);
  const seen = known.hands.find((hand) => hand.number === entry?.number);
  const version = entry?.version && (seen?.version ?? entry.version);
  const body = { ...entry?.body, made_for: known.player };
  await changeEntry(id, { status: "waiting", why: "", version, body });
  kick();
}

async function takeAway(id) {
  await removeEntry(id);
  kick();
  if ((await entriesHere()).every(isAnswered)) refresh();
}

const ACTS = {
  again: (id) => sendAgain(id),
  remove: (id) => (isSure(id) ? takeAway(id) : show()),
  async change(id) {
    const entry = (await allEntries()).find((one) => one.id === id);
    if (entry) await open(entry.number, entry);
  },
};

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const target = event.target.closest?.(TARGETS);
  if (!target || !known) return;
  if (target.dataset.act) {
    ACTS[target.dataset.act](Number(target.closest("[data-entry]").dataset.entry));
  } else if (target.dataset.outboxAct === "deal") {
    dealHere(serverNow());
  } else if (target.dataset.outboxAct === "enter") {
    open(Number(target.dataset.number));
  } else if (target.dataset.enter) {
    event.preventDefault();
    enter(target);
  } else {
    target.closest("form").remove();
    document.dispatchEvent(new Event("turned"));
  }
});

document.addEventListener("submit", (event) => {
  if (!known) return;
  const isDeal = event.target.matches("form[data-deal]");
  const isKept = event.target.matches('form[data-hand-entry="kept"]');
  if (isDeal || isKept) event.preventDefault();
  if (isDeal) deal(event.target);
  if (isKept) store(event.target);
});

// --- When something changes ------------------------------------------------------------------------

/** Fetch the table as it stands now, or turn to its page from the form of a hand. */
async function refresh() {
  const live = document.querySelector("#table-live");
  if (live) {
    globalThis.htmx?.trigger(live, "live");
  } else if (known && !document.querySelector("form[data-hand-entry]")) {
    const page = pageNow();
    const answer = await askServer(known.page, {}, PATIENCE_MS);
    if (answer) whenReleased(() => pageNow() === page && turnTo(answer));
  }
}

onAnswer(async (table) => {
  if (table !== known?.code) return;
  if ((await entriesHere()).every(isAnswered)) refresh();
  setTimeout(async () => {
    const here = await entriesHere();
    if (here.every(isAnswered) && here.some((entry) => isOpen(entry, known))) refresh();
  }, AGAIN_MS);
});

onChange(show);
addEventListener("htmx:afterSwap", () => known && takePlace());
addEventListener("htmx:afterSettle", learn);
document.addEventListener("turned", learn);
document.addEventListener("contact", () => {
  if (!isLost()) isStopped = false;
  show();
});
setInterval(() => known && isLost() && show(), EVERY_MS);
learn();
