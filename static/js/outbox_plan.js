/* Entries of a table, and what the table looks like with those that wait: pure functions.
 *
 * ``known`` is what tournaments/results/sheet_forms/offline.py made.
 */
import { isAnswered, newKey } from "./outbox_entries.js";

const CLOCKS_DIFFER_MS = 2_000; // what this phone thinks the server's time is, and what it is

/** Made for the player whose phone it is: as another player's it is refused. */
function entry(known, kind, number, content, madeAt) {
  return {
    kind,
    number,
    table: known.code,
    table_name: known.name,
    page: known.page,
    table_address: known.api,
    address: `${known.api}${kind === "deal" ? "deal" : "hands"}/`,
    key: newKey(),
    body: { number, ...content, made_for: known.player, made_at: Math.round(madeAt), offline: true },
    made_at: madeAt,
    status: "waiting",
    why: "",
  };
}

export function dealEntry(known, number, madeAt) {
  return entry(known, "deal", number, {}, madeAt);
}

/** A hand as it was typed. A hand dealt on this phone alone has version 1: only dealt. */
export function handEntry(known, number, content, madeAt, key) {
  const seen = known.hands.find((hand) => hand.number === number);
  const made = entry(known, "hand", number, content, madeAt);
  return { ...made, key: key || made.key, version: seen?.version ?? 1 };
}

// --- The table with what waits ---------------------------------------------------------------------

/** Whether the state that is known of a table may lack an entry. */
export function isOpen(entry, known) {
  if (!isAnswered(entry)) return true;
  const hand = known.hands.find(({ number }) => number === entry.number);
  const isThere = entry.kind === "deal" ? hand : hand && hand.status !== "dealt";
  return !isThere && entry.answered_at + CLOCKS_DIFFER_MS > known.as_of;
}

/** Whether the dispute that an entry became is over, by what is known of the table since then. */
export function isDecided(entry, known) {
  if (entry.status !== "disputed") return false;
  const hand = known.hands.find(({ number }) => number === entry.number);
  const isSince = entry.answered_at + CLOCKS_DIFFER_MS <= known.as_of;
  return hand?.status === "ruled" || (isSince && hand?.status !== "disputed");
}

/** The total of each seat, and what comes next, if everything that waits is taken as it is.
 * ``unscored`` are the numbers of hands whose full sheets the server adds up: no total has them. */
export function project(known, entries, now) {
  const totals = new Map(known.seats.map((seat) => [seat.position, seat.total]));
  const hands = new Map(known.hands.map((hand) => [hand.number, { ...hand }]));
  const unscored = [];
  for (const one of entries) {
    if (!isOpen(one, known)) continue;
    const hand = hands.get(one.number);
    if (one.kind === "deal") {
      if (!hand) hands.set(one.number, { number: one.number, status: "dealt" });
    } else if (!hand || hand.status === "dealt") {
      hands.set(one.number, { ...hand, number: one.number, status: "reported" });
      if (!one.body.points) unscored.push(one.number);
      for (const line of one.body.points ?? []) {
        totals.set(line.seat, (totals.get(line.seat) ?? 0) + line.points);
      }
    }
  }
  const running = [...hands.values()].find((hand) => hand.status === "dealt") ?? null;
  const next = Math.max(0, ...hands.keys()) + 1;
  return { totals, unscored, running, next, stop: stopOf(known, { totals, running, hands }, now) };
}

/** Why no hand may be dealt: "running", "target", "over", "early", "paused", "cutoff"; or "". */
function stopOf(known, { totals, running, hands }, now) {
  if (running) return "running";
  if (known.over || (known.per_game && hands.size)) return "over";
  if (known.target > 0 && [...totals.values()].some((total) => total >= known.target)) {
    return "target";
  }
  if (known.cutoff === null) return "early";
  if (known.paused) return "paused";
  return now > known.cutoff && !known.agreed ? "cutoff" : "";
}
