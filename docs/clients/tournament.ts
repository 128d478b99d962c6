/* Runs a tournament of eight with one round and a final. Needs a token with every scope.

   SITE=https://roundhouse.example TOKEN=rh_… node out/tournament.js */

import { Configuration, EventsApi, TablesApi } from "./roundhouse";
import type { Hand, TableOfRound } from "./roundhouse";

declare const process: { env: { SITE: string; TOKEN: string } };
const configuration = new Configuration({
  basePath: process.env.SITE,
  accessToken: process.env.TOKEN,
});
const events = new EventsApi(configuration);
const tables = new TablesApi(configuration);

/** An Idempotency-Key: send a write again with the same one, and it is done once. */
const key = (): string => crypto.randomUUID();

/** Seat a round, play a hand at each of its tables, and close it. */
async function playRound(event: string, tournament: string, final: boolean): Promise<void> {
  const { number } = await events.roundsSeat({
    event, tournament, seat: { _final: final }, idempotencyKey: key(),
  });
  const round = { event, tournament, number };
  await events.roundsPublish({ ...round, idempotencyKey: key() });
  await events.roundsStart({ ...round, idempotencyKey: key() });
  const seated = await events.eventsTournamentsRoundsTablesList(round);
  for (const table of seated.results) {
    await playHand(table);
  }
  const closed = await events.roundsClose({ ...round, idempotencyKey: key() });
  console.log(closed.kind, closed.status);
}

/** Deal a hand, and report that the first seat reached the target. */
async function playHand({ code, seats }: TableOfRound): Promise<void> {
  if (code === null) {
    throw new Error("This token may not enter results.");
  }
  const dealt = await tables.handsDeal({ code, deal: { number: 1 }, idempotencyKey: key() });
  const hand: Hand = {
    number: 1,
    wentOut: 1,
    points: seats.map(({ position, entryId }) => ({
      seat: position,
      points: position === 1 ? 120 : entryId % 100,
    })),
  };
  const ifMatch = `"${dealt.receipt.version}"`;
  await tables.handsReport({ code, ifMatch, handOrSheet: hand, idempotencyKey: key() });
}

async function main(): Promise<void> {
  const made = await events.eventsCreate({
    newEvent: {
      name: "Club night in TypeScript",
      startsOn: new Date("2026-11-21"),
      endsOn: new Date("2026-11-22"),
    },
    idempotencyKey: key(),
  });
  const event = made.slug;
  const { slug: tournament } = await events.tournamentsCreate({
    event,
    newTournament: { name: "Express", game: "express", roundsPlanned: 1, finalists: 4 },
    idempotencyKey: key(),
  });
  const names = ["Ann", "Bob", "Cem", "Dee", "Eva", "Fred", "Gil", "Hua"];
  await events.entriesCreate({
    event,
    tournament,
    newEntries: { entries: names.map((name) => ({ name })), checkIn: true },
    idempotencyKey: key(),
  });

  await playRound(event, tournament, false);
  await playRound(event, tournament, true);

  const standings = await events.eventsTournamentsStandingsList({ event, tournament, wait: 5 });
  const ended = await events.eventsTournamentsRetrieve({ event, tournament });
  console.log(ended.status, standings.results[0]?.player, standings.isCurrent);
}

void main();
