/* How the outbox looks: templates/results/_outbox.html, filled with what this phone keeps. */
import { words as ageWords } from "./age.js";
import { isAnswered } from "./outbox_entries.js";
import { mayChange } from "./outbox_form.js";
import { isOpen, project } from "./outbox_plan.js";
import { serverNow, timeOfDay } from "./server_time.js";
import { fill, setText } from "./words.js";

const OLD_MS = 45_000; // until the page knows whether the server answers: it may be a kept one

let isInPlace = false; // the next step is offered here, not by the page itself
let sureOf = null; // the entry that a first tap asked to take away

/** Hide or show what the page itself offers next; also when that was just fetched again. */
export function takePlace() {
  for (const step of document.querySelectorAll("[data-next-step]")) step.hidden = isInPlace;
}

/** Fill the panel. ``isLost``: the server does not answer; ``isStopped``: it just did not;
 * ``isInTouch``: it does, so that what is shown is how things are, however long ago it changed. */
export function showPanel(root, known, entries, { isLost, isStopped, isInTouch }) {
  const shown = entries.filter((entry) => !isAnswered(entry) || entry.kind === "hand");
  showRows(root, known, shown);
  const isOld = isLost || (!isInTouch && serverNow() - known.as_of > OLD_MS);
  showAge(root, known, isOld);
  const isPending = entries.some((entry) => isOpen(entry, known));
  const isEntering = root.querySelector("[data-outbox-form]").childElementCount > 0;
  showNext(root, known, entries, (isPending || isStopped) && !isEntering);
  isInPlace = isPending || isStopped || isEntering;
  takePlace();
  root.hidden = !(shown.length || isOld || isPending || isStopped || isEntering);
}

// --- One row for each entry ------------------------------------------------------------------------

function showRows(root, known, entries) {
  const list = root.querySelector("[data-outbox-list]");
  const rows = new Map([...list.children].map((row) => [Number(row.dataset.entry), row]));
  const ids = new Set(entries.map((entry) => entry.id));
  for (const [id, row] of rows) if (!ids.has(id)) row.remove();
  let isBehind = false;
  entries.forEach((entry, n) => {
    const row = rows.get(entry.id) ?? newRow(root, entry);
    showRow(root, known, entry, row, isBehind);
    if (row !== list.children[n]) list.append(row);
    isBehind ||= entry.status === "refused";
  });
  list.hidden = !entries.length;
}

function newRow(root, entry) {
  const template = root.querySelector("template[data-outbox-row]");
  const row = template.content.firstElementChild.cloneNode(true);
  row.dataset.entry = entry.id;
  return row;
}

/** What an entry is by now: what was accepted may have been disputed since. */
function statusOf(entry, known) {
  const hand = known.hands.find(({ number }) => number === entry.number);
  return entry.status === "accepted" && hand?.status === "disputed" ? "objected" : entry.status;
}

function showRow(root, known, entry, row, isBehind) {
  const status = statusOf(entry, known);
  if (row.dataset.status !== status) {
    row.dataset.status = status;
    const sign = root.querySelector(`template[data-outbox-status="${status}"]`);
    row.querySelector("[data-status]").replaceChildren(sign.content.cloneNode(true));
  }
  setText(row.querySelector("[data-what]"), describe(root.dataset, known, entry));
  const why = row.querySelector("[data-why]");
  const behind = isBehind && entry.status === "waiting" ? root.dataset.wordsBehind : "";
  const words = { disputed: root.dataset.wordsDisputed, objected: root.dataset.wordsObjected };
  setText(why, entry.why || behind || (words[status] ?? ""));
  why.hidden = !why.textContent;
  const mayAct = entry.status !== "sending";
  const button = (act) => row.querySelector(`[data-act="${act}"]`);
  button("again").hidden = entry.status !== "refused";
  const isFixed = isAnswered(entry) || entry.kind === "deal" || !mayChange(entry, known);
  button("change").hidden = !mayAct || isFixed;
  button("remove").hidden = !mayAct || entry.status === "accepted";
  row.querySelector("[data-acts]").hidden = !mayAct || entry.status === "accepted";
  const remove = button("remove");
  remove.dataset.words ??= remove.textContent;
  setText(remove, sureOf === entry.id ? root.dataset.wordsSure : remove.dataset.words);
}

/** Whether a person has now said twice that an entry is to be taken away. */
export function isSure(id) {
  const before = sureOf;
  sureOf = before === id ? null : id;
  return before === id;
}

/** ``Hand 3, entered at 14:03: Anna 30 · Bert −5 · Anna went out``. */
function describe(words, known, entry) {
  const facts = { number: entry.number, time: timeOfDay(entry.made_at) };
  if (entry.kind === "deal") return fill(known.per_game ? words.wordsBegin : words.wordsDeal, facts);
  if (entry.body.sheet) {
    const ofHand = known.called_out ? words.wordsFull : words.wordsSheet;
    return fill(known.per_game ? words.wordsResult : ofHand, facts);
  }
  const names = new Map(known.seats.map((seat) => [seat.position, seat.name]));
  const points = entry.body.points.map((line) =>
    fill("{name} {points}", { name: names.get(line.seat) ?? "?", points: line.points }),
  );
  const out = names.get(entry.body.went_out);
  const last = out ? fill(words.wordsOut, { name: out }) : words.wordsNobody;
  return fill(words.wordsHand, { ...facts, points: [...points, last].join(" · ") });
}

// --- What is known, and what comes next ------------------------------------------------------------

function showAge(root, known, isOld) {
  const line = root.querySelector("[data-outbox-age]");
  line.hidden = !isOld;
  if (!isOld) return;
  const age = ageWords(Math.max(0, (serverNow() - known.as_of) / 1_000));
  const facts = { time: timeOfDay(known.as_of), age };
  setText(line.querySelector("[data-outbox-age-words]"), fill(root.dataset.wordsAge, facts));
}

function showNext(root, known, entries, isShown) {
  const next = root.querySelector("[data-outbox-next]");
  next.hidden = !isShown;
  if (!isShown) return;
  const plan = project(known, entries, serverNow());
  const isDealt = plan.stop === "running";
  const act = next.querySelector("[data-outbox-act]");
  act.hidden = Boolean(plan.stop) && !isDealt;
  act.dataset.outboxAct = isDealt ? "enter" : "deal";
  act.dataset.number = isDealt ? plan.running.number : plan.next;
  const words = isDealt ? root.dataset.wordsEnterNext : root.dataset.wordsDealNext;
  setText(act, fill(words, { number: Number(act.dataset.number) }));
  const stop = next.querySelector("[data-outbox-stop]");
  stop.hidden = !act.hidden;
  setText(stop, act.hidden ? stopWords(root.dataset, plan.stop, known) : "");
  showTotals(next.querySelector("[data-outbox-totals]"), known, plan.totals);
  const without = next.querySelector("[data-outbox-without]");
  without.hidden = known.per_game || !plan.unscored.length;
  setText(without, without.hidden ? "" : withoutWords(root.dataset, plan.unscored));
}

function stopWords(words, stop, known) {
  const name = `wordsStop${stop[0].toUpperCase()}${stop.slice(1)}`;
  return fill(words[name], { time: known.cutoff && timeOfDay(known.cutoff) });
}

/** Of which hands totals know nothing yet. */
function withoutWords(words, unscored) {
  return fill(words.wordsWithout, { numbers: unscored.join(" · ") });
}

function showTotals(list, known, totals) {
  list.hidden = known.per_game;
  if (known.per_game) return;
  list.replaceChildren(
    ...known.seats.map(({ position, name }) => {
      const line = document.createElement("div");
      const [who, total] = [document.createElement("dt"), document.createElement("dd")];
      who.textContent = name;
      total.textContent = fill("{total}", { total: totals.get(position) });
      line.append(who, total);
      return line;
    }),
  );
}
