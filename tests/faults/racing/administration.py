"""Verbs around the rounds: roster, staff, leagues, brackets, fixtures."""

from contextlib import suppress
from datetime import timedelta
from threading import Lock

from tests.faults.racing.play import BY, WHY, Verb
from tests.faults.racing.worlds import CLOSED, DRAFT, NOW, PUBLISHED, RUNNING, TABLES, World
from tournaments.devices import services as devices
from tournaments.errors import Refused
from tournaments.events import staffing
from tournaments.fixtures import services as fixtures
from tournaments.fixtures.playing import services as fixture_games
from tournaments.models import (
    Entry,
    FixtureGame,
    FixtureList,
    Role,
    Season,
    Staff,
    Tournament,
    User,
)
from tournaments.privacy import services as privacy
from tournaments.rate_limit.visitors import Visitor
from tournaments.registration import services as registration
from tournaments.registration.bulk_entry import enter_many
from tournaments.seasons import services as seasons
from tournaments.seasons.adjusting import services as adjusting
from tournaments.seasons.careers import services as careers
from tournaments.seasons.computing.services import refresh
from tournaments.seating.changing import takeovers
from tournaments.seating.constraints import services as constraints
from tournaments.seating.finishing import services as finishing
from tournaments.seating.head_to_head import bracket

#: Of two verbs that need the same rows beside their event, one makes them.
MAKING = Lock()


def drop(world: World):
    entry = world.seat(1, 4).entry
    return lambda: registration.drop(entry, **BY)


def take_over(world: World):
    """Somebody who sits nowhere plays on; the result counts for who began."""
    round_, gone, player = world.round, world.seat(TABLES).entry, world.late[1].player
    return lambda: takeovers.take_over(round_, gone, player, counts_for="began", **WHY)


def take_back(world: World):
    """Both who race have the same takeover, in a round that is played."""
    with MAKING, suppress(Refused):
        round_, seat, player = world.round, world.seat(TABLES, 2), world.late[2].player
        if not seat.is_taken_over:
            takeovers.take_over(round_, seat.entry, player, counts_for="began", **WHY)
    return lambda: takeovers.take_back(round_, seat.entry, **WHY)


def check_in_many(world: World):
    entries = list(Entry.objects.filter(tournament_id=world.tournament_id).order_by("-pk"))
    Entry.objects.filter(pk__in=[entry.pk for entry in entries[:3]]).update(status="entered")
    return lambda: registration.check_in_many(entries, **BY)


def walk_in(world: World):
    event, tournament = world.event, world.tournament
    said = event.players.get(name="P1").pk
    return lambda: registration.walk_in(event, [tournament], name="P1", said=said, **BY)


def open_seat(world: World):
    table, player, hall = world.table(1), world.seat(1).entry.player, Visitor("phone", "hall")
    return lambda: devices.open_by_pin(table, player.pk, player.pin, visitor=hall, at=NOW)


def new_badge(world: World):
    player = world.seat(1).entry.player
    return lambda: devices.new_badge(player, **BY)


def close_seat(world: World):
    table, player = world.table(2), world.seat(2).entry.player
    hall = Visitor("phone", "hall")
    phone, _key = devices.open_by_pin(table, player.pk, player.pin, visitor=hall, at=NOW)
    return lambda: devices.close_seat(phone, **BY)


def enter_several(world: World):
    tournament = world.tournament
    known = list(Entry.objects.filter(tournament=tournament).values_list("player_id", flat=True))
    lines = [{"name": "Somebody new"}, *known[-3:]]
    return lambda: enter_many(tournament, lines, check_in=True, **BY)


def edit_player(world: World):
    player = world.seat(1, 2).entry.player
    return lambda: registration.edit_player(player, name="Another name", **BY)


def erase(world: World):
    player = world.late[0].player
    return lambda: privacy.erase(player, **BY)


def keep_apart(world: World):
    event = world.event
    one, other = world.seat(1, 1).entry.player, world.seat(1, 2).entry.player
    return lambda: constraints.keep_apart(event, one, other, **BY)


def set_team(world: World):
    player = world.seat(1, 2).entry.player
    return lambda: constraints.set_team(player, "Red", **BY)


def merge(world: World):
    one, other = world.seat(1, 2).entry.player, world.seat(2, 2).entry.player
    return lambda: careers.merge(one, other, **BY)


def invite_staff(world: World):
    event = world.event
    return lambda: staffing.invite(event, "helper@example.org", role=Role.CONDUCTOR, **BY)


def change_staff(world: World):
    with MAKING:
        user, _ = User.objects.get_or_create(email="owner@example.org")
        staff, _ = Staff.objects.get_or_create(
            event_id=world.event_id, user=user, defaults={"role": Role.CONDUCTOR}
        )
    player = world.seat(1).entry.player
    return lambda: staffing.change_staff(staff, role=Role.CONDUCTOR, player=player, **BY)


def season_of(world: World) -> Season:
    with MAKING:
        slug = f"race-{world.event_id}"
        season, made = Season.objects.get_or_create(
            slug=slug, defaults={"rule": "best-results", "name": slug}
        )
        if made:
            season.parts.create(tournament_id=world.tournament_id)
    return season


def adjust_season(world: World):
    season, player = season_of(world), world.seat(1).entry.player
    return lambda: adjusting.adjust(season, player, "disqualified", **WHY)


def stop_counting(world: World):
    season = season_of(world)
    part = season.parts.get()
    return lambda: seasons.remove_tournament(season, part.pk, **BY)


def refresh_season(world: World):
    season = season_of(world)
    return lambda: refresh(season, at=NOW)


def play_as(world: World, pairing: str) -> Tournament:
    """Let the tournament have another format, and everybody a number."""
    tournament = world.tournament
    two = dict.fromkeys(("table_min", "table_preferred", "table_max", "finalists"), 2)
    Tournament.objects.filter(pk=tournament.pk).update(pairing=pairing, **two)
    entries = list(tournament.entries.order_by("pk"))
    for seed, entry in enumerate(entries, start=1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["seed"])
    return world.tournament


def decide_match(world: World):
    tournament = play_as(world, Tournament.Pairing.SINGLE)
    found = bracket.read(tournament)
    name, seeds = next((n, s.seeds) for n, s in found.stands.items() if len(s.seeds) == 2)
    winner = Entry.objects.get(pk=found.seeds[seeds[0]])
    return lambda: bracket.decide(tournament, name, winner, **WHY)


def finish(world: World):
    tournament = play_as(world, Tournament.Pairing.DUTCH)
    return lambda: finishing.finish_tournament(tournament, **BY)


def make_fixtures(world: World):
    tournament = play_as(world, Tournament.Pairing.FIXTURES)
    day = NOW.date()
    return lambda: fixtures.make_fixtures(
        tournament, system="robin", boards=1, first_day=day, days=7, **BY
    )


def fixture_game(world: World) -> FixtureGame:
    """A game between two people of the first table."""
    tournament = play_as(world, Tournament.Pairing.FIXTURES)
    day = NOW.date()
    with MAKING:
        found, made = FixtureList.objects.get_or_create(
            tournament=tournament, defaults={"system": "robin", "made_at": NOW}
        )
        if made:
            home, away = (found.teams.create(number=number) for number in (1, 2))
            week = found.weeks.create(number=1, opens_on=day, closes_on=day + timedelta(days=6))
            fixture = week.fixtures.create(number=1, home=home, away=away)
            one, other = world.seat(1, 1).entry, world.seat(1, 2).entry
            home.members.create(entry=one, board=1)
            away.members.create(entry=other, board=1)
            fixture.games.create(board=1, home=one, away=other, due_on=week.closes_on)
    games = FixtureGame.objects.select_related("fixture__week__fixture_list")
    return games.get(fixture__week__fixture_list=found)


def report_fixture(world: World):
    game = fixture_game(world)
    return lambda: fixture_games.report(
        game, FixtureGame.Outcome.HOME, NOW.date(), mine=None, version=game.version, **BY
    )


def discard_fixtures(world: World):
    fixture_game(world)
    tournament = world.tournament
    return lambda: fixtures.discard_fixtures(tournament, **BY)


#: Each verb by name, as in PLAY.
ADMINISTRATION: dict[str, tuple[str, Verb]] = {
    "drop": (RUNNING, drop),
    "take over seat": (RUNNING, take_over),
    "take back seat": (RUNNING, take_back),
    "check in many": (RUNNING, check_in_many),
    "walk in": (RUNNING, walk_in),
    "open seat": (RUNNING, open_seat),
    "new badge": (RUNNING, new_badge),
    "close seat": (RUNNING, close_seat),
    "enter several": (RUNNING, enter_several),
    "edit player": (RUNNING, edit_player),
    "erase": (CLOSED, erase),
    "keep apart": (DRAFT, keep_apart),
    "set team": (DRAFT, set_team),
    "merge people": (RUNNING, merge),
    "invite staff": (RUNNING, invite_staff),
    "change staff": (RUNNING, change_staff),
    "adjust season": (RUNNING, adjust_season),
    "stop counting": (RUNNING, stop_counting),
    "refresh season": (CLOSED, refresh_season),
    "decide match": (CLOSED, decide_match),
    "finish": (CLOSED, finish),
    "make fixtures": (PUBLISHED, make_fixtures),
    "report fixture": (PUBLISHED, report_fixture),
    "discard fixtures": (PUBLISHED, discard_fixtures),
}
