/* From the form of a hand to what is sent, and back. The inputs are named as in
 * tournaments/results/sheet_forms/declared.py: "points-1", "trains-1-2-cars", …; the hidden input
 * "sheet" says which sheet it is: "quick", "full", or "" for one that is not called out.
 */
import { numberOf } from "./points.js";
import { wordsOf } from "./sheet_words.js";

/** The value of a field that may be left empty, and is; null is one that is missing. */
const EMPTY = Symbol("empty");

/** What a form says, as the wire has it; null while something is missing or no number. */
export function contentOf(form, known, number) {
  const said = new FormData(form);
  const kind = said.get("sheet") ?? (known.called_out ? "quick" : "");
  const wentOut = said.get("went_out");
  const isFull = kind === "full" && known.called_out;
  if (kind === "quick" && known.called_out) return quickHand(said, known, wentOut);
  const fields = known.sheets[kind];
  if (!fields || (isFull && wentOut === null)) return null;
  const hand = known.hands.find((one) => one.number === number);
  const sheet = {};
  for (const field of fields) {
    const flags = isFull ? flagsOf(field, known, wentOut, hand) : null;
    const value = flags ?? inputOf(said, field, known);
    if (value === null) return null;
    sheet[field.name] = Array.isArray(value) ? value.map(plain) : plain(value);
  }
  return { sheet };
}

function quickHand(said, known, wentOut) {
  const points = known.seats.map(({ position }) => ({
    seat: position,
    points: numberOf(String(said.get(`points-${position}`) ?? "")),
  }));
  if (wentOut === null || points.some((line) => line.points === null)) return null;
  return { points, went_out: Number(wentOut) || null };
}

/** What the full sheet of a hand does not ask for seat by seat. */
function flagsOf(field, known, wentOut, hand) {
  if (field.name === "ended_early") return hand?.ended_early ?? false;
  if (field.name !== "went_out") return null;
  return known.seats.map(({ position }) => position === Number(wentOut));
}

/** The value of a field: one for the table, or a list by seat; null while something is missing. */
function inputOf(said, field, known) {
  if (field.per !== "player") return valueOf(said, field, field.name);
  const values = known.seats.map(({ position }) =>
    valueOf(said, field, `${field.name}-${position}`),
  );
  return values.includes(null) ? null : values;
}

function valueOf(said, field, name) {
  const text = said.get(name);
  if (field.kind === "flag") return text !== null;
  if (field.kind === "choices") return wordsOf(String(text ?? "").toLowerCase());
  if (field.kind === "rows") return rowsOf(said, field, name);
  if (!text && !field.required) return EMPTY;
  return field.kind === "whole" ? numberOf(String(text ?? "")) : text || null;
}

/** The rows that are not empty; null while something is missing in one. */
function rowsOf(said, field, name) {
  const rows = [];
  for (let number = 1; number <= field.high; number += 1) {
    const names = field.fields.map((part) => `${name}-${number}-${part.name}`);
    if (!names.some((one) => said.get(one))) continue;
    const values = field.fields.map((part, n) => valueOf(said, part, names[n]));
    if (values.includes(null)) return null;
    rows.push(Object.fromEntries(field.fields.map((part, n) => [part.name, plain(values[n])])));
  }
  return rows;
}

/** A value as it is sent: what may be left empty, and is, is null. */
function plain(value) {
  return value === EMPTY ? null : value;
}

// --- And back --------------------------------------------------------------------------------------

/** The sheet that an entry was made with. */
export function kindOf(body, known) {
  if (!body.sheet) return "quick";
  const kinds = Object.entries(known.sheets);
  const fits = kinds.map(([, fields]) => fields.filter((field) => field.name in body.sheet).length);
  return kinds[fits.indexOf(Math.max(...fits))][0];
}

/** The inputs of a form and their values, for an entry that is changed by hand. */
export function valuesOf(body, known) {
  if (!body.sheet) {
    const points = body.points.map((line) => [`points-${line.seat}`, String(line.points)]);
    return new Map([...points, ["went_out", String(body.went_out ?? 0)]]);
  }
  const values = new Map();
  for (const field of known.sheets[kindOf(body, known)]) {
    const value = body.sheet[field.name];
    if (field.per !== "player") put(values, field, field.name, value);
    else known.seats.forEach(({ position }, n) => put(values, field, `${field.name}-${position}`, value?.[n]));
  }
  return values;
}

function put(values, field, name, value) {
  if (field.kind === "rows" && !value) return;
  if (field.kind !== "rows") {
    values.set(name, Array.isArray(value) ? value.join(", ") : (value ?? ""));
    return;
  }
  value.forEach((row, n) => {
    for (const part of field.fields) put(values, part, `${name}-${n + 1}-${part.name}`, row[part.name]);
  });
}
