"""The bracket of an elimination: read from the rounds, and what a conductor decides in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pairing.head_to_head import Match as Planned
from pairing.head_to_head import (
    Outcome,
    Stand,
    bracket_progress,
    champion,
    double_elimination,
    is_over,
    reached,
    runner_up,
    single_elimination,
)
from scoring.placement import Merit, places
from tournaments import ledger, locking, reasons
from tournaments.ledger import Actor
from tournaments.models import Entry, Match, Round, Seat, Tournament, in_counted_rounds
from tournaments.results_version import results_changed
from tournaments.seating import errors
from tournaments.seating.head_to_head import bracket_errors
from tournaments.seating.merits import ended_with
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@dataclass(frozen=True, slots=True)
class Game:
    """A match that was given a table or settled: who sits there, and what they have so far."""

    row: Match
    seated: tuple[int, ...]
    merits: Mapping[int, Merit]
    round_closed: bool

    @property
    def is_tie(self) -> bool:
        """Whether the sheet has a shared first place, so that the better number goes on."""
        held = places(self.merits)
        return len(held) == 2 and all(place == (1, 2) for place in held.values())


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket as it stands. ``seeds`` are entry ids by number, ``games`` by the match's name."""

    rounds: list[list[Planned]]
    seeds: Mapping[int, int]
    games: Mapping[str, Game]
    stands: Mapping[str, Stand] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        return is_over(self.stands)

    @property
    def champion(self) -> int | None:
        """The entry that won it, once that is decided."""
        return self._entry(champion(self.stands))

    @property
    def runner_up(self) -> int | None:
        return self._entry(runner_up(self.stands))

    @property
    def reached(self) -> dict[int, int]:
        """How far each entry got; more is better."""
        found = reached(self.stands, self.seeds)
        return {self.seeds[seed]: stage for seed, stage in found.items()}

    @property
    def last(self) -> str:
        """The name of the match that decides the tournament, as it stands."""
        names = [name for name, stand in self.stands.items() if not stand.needless]
        return names[-1] if names else ""

    @property
    def undecided(self) -> list[Stand]:
        """The matches that have been played without a result."""
        return [
            stand for name, stand in self.stands.items()
            if stand.outcome is None and name in self.games
        ]  # fmt: skip

    @property
    def left(self) -> set[int]:
        """The entries that have a match before them, or one without a result."""
        ahead = [one for one in self.stands.values() if not (one.outcome or one.needless)]
        return {self.seeds[seed] for stand in ahead for seed in stand.seeds}

    def _entry(self, seed: int | None) -> int | None:
        return None if seed is None else self.seeds[seed]


def matches_of(pairing: str, count: int) -> list[list[Planned]]:
    """The rounds of the bracket of a format for ``count`` people."""
    double = pairing == Tournament.Pairing.DOUBLE
    return double_elimination(count) if double else single_elimination(count)


def read(tournament: Tournament, *, before: int | None = None) -> Bracket:
    """The bracket of a tournament as its rounds (those below ``before``) left it. Five queries."""
    numbers = {} if before is None else {"round__number__lt": before}
    rows = tournament.entries.values_list("seed", "pk")
    seeds = {seed: entry for seed, entry in rows if seed is not None}
    return as_it_stands(tournament, seeds, _games(tournament, numbers))


def as_it_stands(
    tournament: Tournament, seeds: Mapping[int, int], games: Mapping[str, Game]
) -> Bracket:
    """The bracket of these people, as far as ``games`` decide it. Needs no query."""
    rounds = matches_of(tournament.pairing, max(seeds, default=0))
    by_entry = {entry: seed for seed, entry in seeds.items()}
    outcomes = {name: _outcome(game, by_entry) for name, game in games.items()}
    stands = bracket_progress(
        rounds, {name: outcome for name, outcome in outcomes.items() if outcome}
    )
    return Bracket(rounds, seeds, games, stands)


def _games(tournament: Tournament, numbers: dict[str, int]) -> dict[str, Game]:
    rows = list(
        Match.objects.filter(in_counted_rounds(), round__tournament=tournament, **numbers)
        .select_related("round")
        .order_by("round__number", "pk")
    )
    merits = ended_with(tournament, **numbers)
    at: dict[tuple[int, int | None], tuple[int, list[int]]] = {}
    seats = Seat.objects.filter(round__in={row.round_id for row in rows}).order_by("position")
    for round_, number, table, entry in seats.values_list(
        "round_id", "table__number", "table_id", "entry_id"
    ):
        at.setdefault((round_, number), (table, []))[1].append(entry)
    games = {}
    for row in rows:
        table, seated = at.get((row.round_id, row.number), (0, []))
        closed = row.round.status == Round.Status.CLOSED
        games[row.name] = Game(row, tuple(seated), merits.get(table, {}), closed)
    return games


def _outcome(game: Game, by_entry: Mapping[int, int]) -> Outcome | None:
    """Who goes on, by the conductor's word or the sheet; None while that is open.

    A rule of this site: a tie that the game itself does not break goes to the better number.
    """
    seeds = [by_entry[entry] for entry in game.seated if entry in by_entry]
    if game.row.settled:
        won = game.row.winner_id
        winner = None if won is None else by_entry.get(won)
        others = [seed for seed in seeds if seed != winner]
        return Outcome(winner, others[0] if winner and len(others) == 1 else None)
    if not game.round_closed or len(seeds) != 2 or len(game.merits) != 2:
        return None
    held = places(game.merits)
    order = sorted(game.merits, key=lambda entry: (held[entry][0], by_entry.get(entry, 0)))
    return Outcome(by_entry.get(order[0]), by_entry.get(order[1]))


# --- What a conductor decides ---------------------------------------------------------------------


@atomic
def decide(
    tournament: Tournament, name: str, winner: Entry | None, *, reason: str, by: Actor, at: datetime
) -> Match:
    """Say who goes on from a match: where there is no result, or another one than the sheet's.

    ``winner`` None takes the word back, so that the sheet decides again. Raises a refusal for a
    match that waits for its players, or from which somebody has played on already, and once the
    tournament is finished for all but its last.
    """
    tournament = locking.lock_tournament(tournament)
    found = read(tournament)
    if tournament.status == Tournament.Status.FINISHED and name != found.last:
        raise errors.TournamentOver
    stand = found.stands.get(name)
    if stand is None or len(stand.seeds) < 2:
        raise bracket_errors.NoSuchMatch(field="heat")
    players = {found.seeds[seed] for seed in stand.seeds}
    game = found.games.get(name)
    players |= set(game.seated if game else ())
    if winner is not None and winner.pk not in players:
        raise bracket_errors.NotInThisMatch(field="winner", person=winner)
    _check_not_played_on(found, name)
    reason = reasons.as_kept(reason)
    if not reason:
        raise bracket_errors.ReasonForDecision(field="reason")
    row = _row(tournament, game, name)
    before = {"winner": row.winner and str(row.winner), "reason": row.reason}
    row.settled, row.winner = winner is not None, winner
    row.reason = reason if winner else ""
    if winner is None and row.number is None:
        row.delete()
    else:
        row.save()
    after = {"winner": winner and str(winner), "reason": reason}
    subject = f"{tournament}, {name}"
    ledger.record(
        tournament.event_id, Verb.DECIDE_MATCH, subject, by=by, at=at, before=before, after=after
    )
    results_changed(tournament, at)
    return row


def _row(tournament: Tournament, game: Game | None, name: str) -> Match:
    if game:
        return game.row
    last = tournament.rounds.order_by("-number").first()
    if last is None:
        raise bracket_errors.NoSuchMatch(field="heat")
    return Match(round=last, name=name)


def _check_not_played_on(found: Bracket, name: str) -> None:
    """Refuse to change a match after somebody who comes from it has been given a table."""
    comes = {("winner", name), ("loser", name)}
    for stand in found.stands.values():
        game = found.games.get(stand.match.name)
        if game and comes.intersection(stand.match.players):
            raise bracket_errors.PlayedOnAlready(heat=name, later=stand.match.name)
