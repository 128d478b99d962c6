"""How a tournament went: places and scores round by round, and what its tables were like."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import mean

from scoring.placement import places
from scoring.results import GameResult
from tournaments.models import FixtureWeek, Tournament
from tournaments.standings.computing import rules, sheets
from tournaments.standings.showing.queries import started_rounds


@dataclass(frozen=True, slots=True)
class PlayerHistory:
    """One player's place and score after each round; None before the player's first seat."""

    entry_id: int
    name: str
    places: tuple[int | None, ...]
    scores: tuple[Fraction | None, ...]

    @property
    def steps(self) -> list[tuple[int | None, Fraction | None]]:
        """Place and score, round by round."""
        return list(zip(self.places, self.scores, strict=True))


@dataclass(frozen=True, slots=True)
class History:
    """The rounds by number and name; all players, the best after the last round first."""

    rounds: tuple[int, ...]
    names: tuple[str, ...]
    players: tuple[PlayerHistory, ...]


def history(tournament: Tournament) -> History:
    """Places and scores after each preliminary round, computed from the sheets; five queries."""
    played = sheets.results_of(tournament)
    chosen = (tournament.points_scheme, tournament.tie_breaks)
    numbers = rules.rounds(played.results)
    after = []
    for number in numbers:
        rows = rules.ranked(played, *chosen, results=rules.after(played.results, number))
        after.append({row.player: row for row in rows})
    last = after[-1] if after else {}
    return History(
        tuple(numbers),
        tuple(_names(tournament, numbers)),
        tuple(
            PlayerHistory(
                player,
                played.names[player],
                tuple(rows[player].place if player in rows else None for rows in after),
                tuple(rows[player].score if player in rows else None for rows in after),
            )
            for player in last
        ),
    )


def _names(tournament: Tournament, numbers: Iterable[int]) -> list[str]:
    """The names of rounds by their numbers; those of a league are weeks."""
    if tournament.pairing == Tournament.Pairing.FIXTURES:
        return [str(FixtureWeek(number=number)) for number in numbers]
    names = {round_.number: round_.name for round_ in started_rounds(tournament)}
    return [names[number] for number in numbers]


@dataclass(slots=True)
class Statistics:
    """Statistics of the tables of the preliminary rounds. Points are game points."""

    players: int = 0
    tables: int = 0
    hands: int = 0
    sizes: list[tuple[int, int]] = field(default_factory=list)
    mean_points: float = 0
    mean_winner: float = 0
    best: tuple[int, str] = (0, "")
    closest: tuple[int, str, str] | None = None
    widest: tuple[int, str, str] | None = None
    #: By seat in turn order: wins (a shared win counts in equal fractions) and games.
    seats: list[tuple[int, Fraction, int]] = field(default_factory=list)


def statistics(tournament: Tournament) -> Statistics:
    """Four queries."""
    played = sheets.results(tournament.pk)
    games = [game for game in played.results.games if game.played]
    found = Statistics(players=len(played.names), tables=len(games), hands=_reported(played))
    if not games:
        return found
    found.sizes = sorted(Counter(len(game.table) for game in games).items())
    points = [(merit[0], player) for game in games for player, merit in game.merits.items()]
    sign = tournament.info.as_written(1)
    found.mean_points = sign * mean(amount for amount, _player in points)
    winners = mean(max(merit[0] for merit in game.merits.values()) for game in games)
    found.mean_winner = sign * winners
    amount, player = max(points)
    found.best = (tournament.info.as_written(amount), played.names[player])
    leads = sorted(filter(None, (_lead(game, played.names) for game in games)))
    if leads:
        found.closest, found.widest = leads[0], leads[-1]
    # Where somebody helped, the order of the others is not that of the seats.
    found.seats = _wins_by_seat(game for game in games if not game.helpers)
    return found


def _reported(played: rules.Played) -> int:
    """The hands of all tables, each counted once: by the player who has most at its table."""
    return sum(
        max((played.tallies[game.round, player].hands for player in game.merits), default=0)
        for game in played.results.games
        if game.played
    )


def _lead(game: GameResult[int], names: Mapping[int, str]) -> tuple[int, str, str] | None:
    """How far the winner was ahead of the second, and their names; None without a second."""
    best, *others = sorted(game.merits.items(), key=lambda item: item[1], reverse=True)
    if not others:
        return None
    (winner, most), (second, less) = best, others[0]
    return most[0] - less[0], names[winner], names[second]


def _wins_by_seat(games: Iterable[GameResult[int]]) -> list[tuple[int, Fraction, int]]:
    wins: dict[int, Fraction] = {}
    seated: Counter[int] = Counter()
    for game in games:
        held = places(game.merits)
        winners = [player for player in game.merits if held[player][0] == 1]
        for seat, player in enumerate(game.merits, start=1):
            seated[seat] += 1
            part = Fraction(1, len(winners)) if player in winners else Fraction(0)
            wins[seat] = wins.get(seat, Fraction(0)) + part
    return [(seat, wins[seat], seated[seat]) for seat in sorted(wins)]
