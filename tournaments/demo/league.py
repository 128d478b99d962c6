"""The demo's league: ten club evenings, played at once by the same people, and their season.

Everything goes through the services of a real evening, at the times of that evening.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random

from django.utils.translation import gettext as _

from scoring.leagues import DEFAULT
from tournaments.clock.services import start_slot
from tournaments.demo import rules
from tournaments.demo.next_round import seat_next
from tournaments.events.services import create_tournament
from tournaments.ledger import Actor
from tournaments.models import Event, Round, Season, Table, Tournament, User
from tournaments.registration.services import check_in_many, enter
from tournaments.results.errors import TableFinished
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.services import close_round, end_game
from tournaments.seasons.services import add_tournament, create_season
from tournaments.seating.services import publish_round
from tournaments.standings.computing import services as standings

PLAYERS = Actor(name="Demo")
EVENINGS, FEWEST, MOST = 10, 12, 20
#: The club is the first of the people on the roster.
CLUB = 40
BETWEEN_EVENINGS = timedelta(days=28)
HANDS = 2
ROUND, HAND = timedelta(hours=2), timedelta(minutes=15)


def create_league(event: Event, *, owner: User, at: datetime) -> Season:
    """Play the evenings, the last one four weeks before ``at``, and rank the league."""
    by = Actor(name=str(owner), user=owner)
    season = create_season(by=by, at=at, name=_("Demo league"), rule=DEFAULT)
    for number in range(1, EVENINGS + 1):
        begins = at - BETWEEN_EVENINGS * (EVENINGS + 1 - number)
        tournament = _evening(event, number, by, begins)
        standings.refresh(tournament.pk, at=at)
        add_tournament(season, tournament, by=by, at=at)
    return season


def _evening(event: Event, number: int, by: Actor, begins: datetime) -> Tournament:
    name = _("Club evening %(number)s") % {"number": number}
    tournament = create_tournament(event, name=name, game="express", by=by, at=begins)
    size = FEWEST + number * 7 % (MOST + 1 - FEWEST)
    club = list(event.players.order_by("pk")[:CLUB])
    for player in Random(number).sample(club, size):  # noqa: S311 - the same club each time
        enter(player, tournament, by=by, at=begins)
    check_in_many(list(tournament.entries.all()), by=by, at=begins)
    for round_, starts in _rounds(tournament, begins):
        _play(round_, starts, by)
        tournament.refresh_from_db()
    return tournament


def _rounds(tournament: Tournament, begins: datetime) -> Iterator[tuple[Round, datetime]]:
    """The rounds to the final, each started when the one before it is closed, and when."""
    while tournament.status != Tournament.Status.FINISHED:
        draft = seat_next(tournament, by=PLAYERS, at=begins)
        published = publish_round(draft, by=PLAYERS, at=begins)
        yield start_slot(published, by=PLAYERS, at=begins), begins
        begins += ROUND


def _play(round_: Round, begins: datetime, by: Actor) -> None:
    """Two hands at each table; then the conductor ends the games and closes the round."""
    for table in round_.tables.order_by("number"):
        seats = list(table.seats.order_by("position").values_list("position", flat=True))
        for hand in range(1, HANDS + 1):
            _play_hand(table, seats, hand, begins + hand * HAND)
        # The worker of a site that runs may end it first: its time is up for months.
        with suppress(TableFinished):
            end_game(table, by=by, at=begins + ROUND, reason=_("It is a short evening."))
    close_round(round_, by=by, at=begins + ROUND)


def _play_hand(table: Table, seats: list[int], number: int, at: datetime) -> None:
    deal_hand(table, number, by=PLAYERS, at=at)
    called = rules.points(table.code, number, seats, ended_early=False)
    key = f"demo-league-{table.pk:08}-{number}"
    report_hand(table, number, called, by=PLAYERS, at=at + HAND / 2, key=key)
