"""Reads the games of fixtures over weeks into the results that scoring ranks: player by player."""

from scoring.results import GameResult, Results
from tournaments.models import Entry, Fixture, FixtureGame, FixtureList, Tournament
from tournaments.standings.computing.adjusted import adjusted
from tournaments.standings.computing.rules import Played

Outcome = FixtureGame.Outcome
#: What the two end a game with. A game that both lost by default is none.
MERITS = {
    Outcome.HOME: (1, 0),
    Outcome.DRAW: (0, 0),
    Outcome.AWAY: (0, 1),
    Outcome.HOME_DEFAULT: (1, 0),
    Outcome.AWAY_DEFAULT: (0, 1),
}


def results(tournament: Tournament) -> Played:
    """The results that count: confirmed, or decided by a conductor. Four queries.

    On odd boards the guest has the second side, on even boards the host. A week in which nothing
    counts yet is still to come, so nobody has missed it.
    """
    played = Played(is_over=tournament.status == Tournament.Status.FINISHED)
    entries = Entry.objects.filter(tournament=tournament, fixture_member__isnull=False)
    played.names.update(entries.order_by("pk").values_list("pk", "player__name"))
    games: list[GameResult[int]] = []
    waiting: list[tuple[int, int]] = []
    rows = FixtureGame.objects.filter(fixture__week__fixture_list__tournament=tournament)
    columns = ("fixture__week__number", "board", "home_id", "away_id", "status", "outcome")
    for week, board, home, away, status, outcome in rows.order_by("pk").values_list(*columns):
        if status not in FixtureGame.SETTLED:
            waiting += [(week, home), (week, away)]
        elif outcome in MERITS:
            mine, theirs = MERITS[Outcome(outcome)]
            games.append(
                GameResult(
                    week,
                    {home: (mine,), away: (theirs,)},
                    second=away if board % 2 else home,
                    played=outcome in FixtureGame.PLAYED,
                )
            )
            played.hands |= {(week, home): 1, (week, away): 1}
    last = max((game.round for game in games), default=0)
    more = adjusted(tournament.pk, played.names)
    more["byes"] += [bye for bye in _byes(tournament) if bye[0] <= last and bye not in more["byes"]]
    played.results = Results(
        games=games,
        players=tuple(played.names),
        pending=[(week, player) for week, player in waiting if week <= last],
        head_to_head=True,
        lot=tournament.lot_seed,
        lot_names=dict(entries.values_list("pk", "player__identity")),
        **more,
    )
    return played


def _byes(tournament: Tournament) -> list[tuple[int, int]]:
    """The week and the player of each bye of a Swiss of single players."""
    found = Fixture.objects.filter(
        week__fixture_list__tournament=tournament,
        week__fixture_list__system=FixtureList.System.SWISS,
        week__fixture_list__boards=1,
        away=None,
    )
    return list(found.order_by("pk").values_list("week__number", "home__members__entry_id"))
