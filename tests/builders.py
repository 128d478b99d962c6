"""Short ways to put people and tables into the database for a test."""

import random
from datetime import UTC, date, datetime, timedelta

from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.catalogue import game
from tournaments.access.phones import new_phone_token, phone_cookie
from tournaments.events.services import create_tournament
from tournaments.events.staffing import accept, invite
from tournaments.events.titles.services import define_title
from tournaments.ledger import Actor
from tournaments.models import (
    Entry,
    Event,
    Phone,
    Player,
    Role,
    Round,
    Seat,
    Staff,
    Table,
    Title,
    Tournament,
    User,
)
from tournaments.models.players import PIN_DIGITS
from tournaments.timetable.hall.codes import give_codes

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
ANNA = Actor(name="Anna")


def make_event(name="Winter Meet", **fields) -> Event:
    slug = fields.pop("slug", name.lower().replace(" ", "-"))
    return Event.objects.create(
        name=name, slug=slug, starts_on=date(2026, 11, 21), ends_on=date(2026, 11, 22), **fields
    )


def make_conductor(event, email="conductor@example.org", role=Role.OWNER) -> User:
    user = User.objects.create_user(email, "a long password", name="Clara Conductor")
    Staff.objects.create(event=event, user=user, role=role)
    return user


def express_values(**fields) -> dict:
    """The fields of a tournament of Express, but for its event and its name."""
    express = game("express")
    return {
        "game": "express",
        "target": express.target,
        "slot": express.timing.slot,
        "final_slot": express.timing.final,
        "cutoff": express.timing.cutoff,
        "force_end": express.timing.force_end,
        "warning": express.timing.warning,
        "rounds_planned": 2,
        "finalists": 4,
        "table_min": express.players.start,
        "table_preferred": express.preferred_players,
        "table_max": express.players.stop - 1,
        **fields,
    }


def make_tournament(event=None, *, name="Express Open", **fields) -> Tournament:
    # A seed of its own would seat equals otherwise in every run.
    usual = {"slug": name.lower().replace(" ", "-"), "lot_seed": "0123456789abcdef"}
    values = express_values(**(usual | fields))
    return Tournament.objects.create(event=event or make_event(), name=name, **values)


def make_title(event, **values) -> Title:
    """Define a game without an engine: the best of 18xx, 3 to 5 players, points."""
    usual = {
        "name": "Best of 18xx",
        "players_min": 3,
        "players_max": 5,
        "slot": timedelta(minutes=240),
    }
    return define_title(event, by=ANNA, at=NOON, **usual | values)


def make_title_tournament(event=None, *, settings=None, **values) -> Tournament:
    """A tournament of a title that is defined with ``values``, called 18xx Open."""
    event = event or make_event()
    title = make_title(event, **values)
    settings = {"name": "18xx Open"} | (settings or {})
    return create_tournament(event, game=title.key, by=ANNA, at=NOON, **settings)


def make_players(event, count, *, called="Player") -> list[Player]:
    """Add ``count`` new people, named ``called`` 001, 002, and so on."""
    start = event.players.count() + 1
    people = [
        Player(event=event, name=f"{called} {n:03}", identity=f"{called.lower()} {n:03}")
        for n in range(start, start + count)
    ]
    if start > 1:
        return Player.objects.bulk_create(people)
    # The first of an event have no namesake and any PIN is free: nothing has to be looked up.
    for player, pin in zip(people, random.sample(range(10**PIN_DIGITS), count), strict=True):
        player.pin, player.shown_name = f"{pin:0{PIN_DIGITS}}", player.name
    return Player._base_manager.bulk_create(people)


def make_entries(tournament, count, *, status=Entry.Status.CHECKED_IN) -> list[Entry]:
    """Enter ``count`` new people, named Player 001, Player 002, … and checked in."""
    players = make_players(tournament.event, count)
    return Entry.objects.bulk_create(
        Entry(tournament=tournament, player=p, status=status, entered_at=NOON, status_at=NOON)
        for p in players
    )


def make_round(
    tournament, tables, *, started_at=NOON, number=1, kind=Round.Kind.PRELIMINARY
) -> Round:
    """A round of ``tables``, lists of entries; running since ``started_at``, or just published."""
    clock = {}
    if started_at:
        ends_at = started_at + tournament.slot
        clock = {
            "started_at": started_at,
            "warning_at": ends_at - tournament.warning,
            "cutoff_at": ends_at - tournament.cutoff,
            "force_end_at": ends_at - tournament.force_end,
            "ends_at": ends_at,
        }
    status = Round.Status.RUNNING if started_at else Round.Status.PUBLISHED
    made = Round.objects.create(
        tournament=tournament, number=number, kind=kind, status=status, seating_seed=1, **clock
    )
    give_codes(tournament.event_id, range(1, len(tables) + 1))
    for n, entries in enumerate(tables, start=1):
        code = f"{chr(64 + number)}{made.pk % 100:02}{n:03}"
        table = Table.objects.create(round=made, number=n, code=code)
        Seat.objects.bulk_create(
            Seat(table=table, round=made, entry=entry, position=position)
            for position, entry in enumerate(entries, start=1)
        )
    return made


def phone_of(client, player) -> Phone:
    """Make ``client`` a phone on which ``player`` opened their seat."""
    phone, token = _phone(player)
    client.cookies[phone_cookie(player.event)] = token
    return phone


def _phone(player) -> tuple[Phone, str]:
    token, token_hash = new_phone_token()
    phone = Phone.objects.create(
        event=player.event,
        player=player,
        token_hash=token_hash,
        via=Phone.Via.BADGE,
        opened_at=NOON,
    )
    return phone, token


def cookies_at(codes) -> dict[str, list[dict[str, str]]]:
    """For each table of ``codes`` the cookies of phones of its seats, in turn order."""
    seats = Seat.objects.filter(table__code__in=codes).order_by("position")
    found = {code: [] for code in codes}
    for seat in seats.select_related("table", "entry__player__event"):
        player = seat.entry.player
        found[seat.table.code].append({phone_cookie(player.event): _phone(player)[1]})
    return found


def session_cookie(email: str) -> dict[str, str]:
    """The cookie of a browser in which this account has signed in."""
    client = Client()
    client.force_login(User.objects.get(email=email))
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value}


def open_seat(client, seat) -> Phone:
    """Make ``client`` the phone of the player in ``seat``."""
    return phone_of(client, seat.entry.player)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def add_staff(event, email, *, role, by=None, at=None):
    """Somebody who was invited to the staff and accepted; a new account has no password."""
    by, at = by or ANNA, at or timezone.now()
    invitation, _token = invite(event, email, role=role, by=by, at=at)
    user = User.objects.filter(email=invitation.email).first()
    if user is None:
        user = User(email=invitation.email)
        user.set_unusable_password()
        user.save()
    return accept(invitation, user, device="", at=at)
