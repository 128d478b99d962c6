"""Permissions: every address of the site, with each method, for each role.

``ROUTES`` is complete: an address without a row fails the tests, and so does a row without an
address. A refusal must write nothing. Where a row ``acts``, an accepted request must have written
something: refusing what cannot be done anyway would prove little.
"""

import re
from collections.abc import Callable, Collection, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core import signing
from django.db import connection, transaction
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone
from sesame.utils import get_token

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    cookies_at,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
    phone_of,
)
from tests.tournaments.seating.head_to_head.test_rounds import head_to_head, play, seat
from tournaments.api import webhooks
from tournaments.api.tokens import make_token
from tournaments.clock.services import give_time
from tournaments.devices.join_views import SALT
from tournaments.devices.services import SIGN_IN
from tournaments.ledger import Actor
from tournaments.models import Role, Round, Table, Tournament, User
from tournaments.results.calls.services import call_conductor
from tournaments.results.confirming.services import dispute_sheet
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.services import close_round
from tournaments.seasons.services import add_tournament, create_season
from tournaments.seating.persistence import snapshot
from tournaments.seating.repairing.services import plan_repair
from tournaments.seating.services import publish_round
from tournaments.standings.ruling.services import adjust

pytestmark = pytest.mark.django_db

ROLES = (
    "nobody",
    "player at this table",
    "player at another table",
    "conductor",
    "scorekeeper",
    "conductor of another event",
    "owner",
    "superuser",
)
#: Roles without an account: a player has a phone with an open seat.
WITHOUT_ACCOUNT = {"nobody", "player at this table", "player at another table"}
CONDUCTING = {"conductor", "owner", "superuser"}
OWNING = {"owner", "superuser"}
PLAYERS = {"player at this table", "player at another table"}
AT_THE_TABLE = {"player at this table", "scorekeeper"} | CONDUCTING
TO_SIGN_IN = "to the sign-in page"
KEY = "a-key-of-this-hand"


# --- What a row says ------------------------------------------------------------------------------


def all_get(status: int) -> dict:
    """Every role gets this status."""
    return dict.fromkeys(ROLES, status)


def accounts_get(status: int) -> dict:
    """Every account gets this status."""
    return all_get(status) | dict.fromkeys(WITHOUT_ACCOUNT, TO_SIGN_IN)


def at_table_get(status: int) -> dict:
    """Players at the table of the address, and scorekeepers of its event."""
    return all_get(403) | dict.fromkeys(AT_THE_TABLE, status)


def seat_gets(status: int) -> dict:
    """Players at the table of the address, and nobody else."""
    return all_get(403) | {"player at this table": status}


def owners_get(status: int) -> dict:
    """Owners of this event and superusers."""
    return accounts_get(403) | dict.fromkeys(OWNING, status)


def conductors_get(status: int) -> dict:
    """Conductors of this event, its owner and superusers; nobody else."""
    return accounts_get(403) | dict.fromkeys(CONDUCTING, status)


NO = all_get(405)


@dataclass(frozen=True)
class Route:
    """The status for each role. ``at`` fills the address, ``sends`` the body; both from the world.

    ``acts``: whether accepted requests write something, or the roles whose requests do.
    """

    get: Mapping
    post: Mapping
    at: Callable = field(default=lambda _world: {})
    sends: Callable = field(default=lambda _world: {})
    acts: bool | Collection[str] = False
    json: bool = False
    headers: Mapping = field(default_factory=dict)


def event(world):
    return {"event": world.event.slug}


def in_tournament(name, **more):
    """The address of a tournament of the world, or of its first round with ``number=1``."""
    return lambda world: event(world) | {"tournament": getattr(world, name).slug} | more


def at_table(name, **more):
    return lambda world: {"code": getattr(world, name).code} | more


def of_entry(world):
    return event(world) | {"entry": world.entry.pk}


def of_player(world):
    return event(world) | {"player": world.entry.player_id}


def of_late_player(world):
    return event(world) | {"player": world.late_entry.player_id}


def of_staff(world):
    return event(world) | {"staff": world.staff.pk}


def of_call(world):
    return event(world) | {"call": world.call.pk}


def in_season(world):
    return {"season": world.season.slug}


def in_season_as_csv(world):
    return in_season(world) | {"kind": "csv"}


def season_owner_get(status: int) -> dict:
    """The account that set the season up, and superusers."""
    return accounts_get(403) | {"owner": status, "superuser": status}


def api_conductors(status: int) -> dict:
    """Programs are refused, not redirected."""
    answers = all_get(403) | dict.fromkeys(WITHOUT_ACCOUNT, 401)
    return answers | dict.fromkeys(CONDUCTING, status)


SEASON = {"name": "League", "rule": "laurels"}


def sends(**data):
    return lambda _world: data


HAND = {"points-1": 20, "points-2": 7, "points-3": 0, "went_out": 1}
SAID = {
    "number": 2,
    "points": [{"seat": seat, "points": 5} for seat in (1, 2, 3)],
    "went_out": None,
}
#: The version of a hand that was dealt and reported.
SEEN = {"If-Match": '"2"'}
DAYS = {"starts_on": "2026-11-21", "ends_on": "2026-11-22", "time_zone": "Europe/Paris"}
TOURNAMENT = {
    "name": "Late Express",
    "target": 100,
    "slot": 120,
    "final_slot": 180,
    "cutoff": 20,
    "force_end": 10,
    "warning": 30,
    "rounds_planned": 2,
    "finalists": 4,
    "table_min": 3,
    "table_preferred": 4,
    "table_max": 6,
}
PERSON = {"name": "Zoë New", "tournaments": "idle"}


def walk_in(world):
    return {f"walk_in-{name}": value for name, value in PERSON.items()}


def swap(world):
    one, other = world.draft_entries[:2]
    return {"one": one.pk, "other": other.pk}


def move(world):
    return {"who": world.draft_entries[0].pk, "to": "out"}


def mend(world):
    """One of the draft is not there; nobody has to move for it."""
    gone = {world.draft_entries[0].pk}
    return {"gone": list(gone), "mark": plan_repair(world.drafted.rounds.get(), gone).mark}


# --- Who may do what ------------------------------------------------------------------------------

ROUTES = {
    # The home page
    "home": Route(all_get(200), NO),
    "sign-in": Route(
        all_get(302) | dict.fromkeys(WITHOUT_ACCOUNT, 200),
        all_get(302),
        sends=sends(username="clara@example.org", password="a long password"),
    ),
    "sign-out": Route(NO, all_get(302)),
    "service-worker": Route(all_get(200), NO),
    "server-clock": Route(all_get(200), NO),
    "styleguide": Route(all_get(200), NO),
    # The rules, and rulings on a position: nothing is stored
    "rules": Route(all_get(200), NO),
    "rules-game": Route(all_get(200), NO, at=sends(game="express")),
    "rules-position": Route(all_get(200), all_get(200), at=sends(game="express")),
    "rules-board": Route(all_get(200), NO, at=sends(game="metro_x", pack="tube_town")),
    "rules-save": Route(NO, all_get(200), at=sends(game="express")),
    # Events and tournaments
    "event-new": Route(
        accounts_get(200), accounts_get(302), sends=sends(name="Spring Meet", **DAYS), acts=True
    ),
    "event-edit": Route(
        conductors_get(200),
        conductors_get(302),
        at=event,
        sends=sends(name="Other", **DAYS),
        acts=True,
    ),
    "tournament-new": Route(
        conductors_get(200), conductors_get(302), at=event, sends=sends(**TOURNAMENT), acts=True
    ),
    "tournament-edit": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("idle"),
        sends=sends(**TOURNAMENT),
        acts=True,
    ),
    # What everybody may see of an event, and the desk
    "event": Route(all_get(200), NO, at=event),
    "event-live": Route(all_get(200), NO, at=event),
    "notices": Route(all_get(200), NO, at=event),
    "tournament": Route(all_get(200), NO, at=in_tournament("late")),
    "tournament-live": Route(all_get(200), NO, at=in_tournament("late")),
    "desk": Route(conductors_get(200), NO, at=event),
    "desk-live": Route(conductors_get(200), NO, at=event),
    "event-json": Route(conductors_get(200), NO, at=event),
    # The clocks, and the projector
    "board": Route(all_get(200), NO, at=event),
    "board-live": Route(all_get(200), NO, at=event),
    "clocks": Route(conductors_get(200), NO, at=event),
    "house-watch": Route(conductors_get(200), NO, at=event),
    "clock-mail": Route(NO, conductors_get(302), at=event, sends=sends(mail="on"), acts=True),
    "clock-live": Route(conductors_get(200), NO, at=in_tournament("fresh", number=1)),
    "clock-act": Route(
        NO,
        conductors_get(302),
        at=in_tournament("fresh", number=1),
        sends=sends(act="pause", scope="round", reason="a fire alarm"),
        acts=True,
    ),
    "clock-undo": Route(
        NO,
        conductors_get(302),
        at=event,
        sends=lambda world: {"change": world.change.pk, "reason": "by mistake"},
        acts=True,
    ),
    "next-round": Route(
        NO,
        conductors_get(302),
        at=in_tournament("idle"),
        sends=lambda _world: {
            "starts_at": f"{timezone.now() + timedelta(days=2):%Y-%m-%dT%H:%M}",
            "reason": "after lunch",
        },
        acts=True,
    ),
    # People
    "join": Route(all_get(200), all_get(302), at=event, sends=sends(**PERSON), acts=True),
    "joined": Route(
        all_get(200),
        NO,
        at=lambda world: event(world) | {"token": signing.dumps(world.entry.player_id, salt=SALT)},
    ),
    # Phones, badges, accounts
    "badge": Route(
        all_get(200),
        all_get(302),
        at=lambda world: {"badge": world.entry.player.badge},
        acts=True,
    ),
    "table-find": Route(all_get(200), NO),
    "seat-open": Route(
        all_get(200),
        all_get(302),
        at=at_table("fresh_table"),
        sends=lambda world: {"position": 2, "pin": world.second.entry.player.pin},
        acts=True,
    ),
    "me": Route(all_get(200), NO, at=event),
    "seat-close": Route(NO, all_get(302), at=event, acts=PLAYERS),
    "badges": Route(conductors_get(200), NO, at=event),
    "table-sheets": Route(conductors_get(200), NO, at=in_tournament("published", number=1)),
    "phone-throw-out": Route(
        NO, conductors_get(302), at=lambda world: event(world) | {"phone": world.phone}, acts=True
    ),
    "badge-new": Route(NO, conductors_get(302), at=of_late_player, acts=True),
    "staff": Route(
        owners_get(200),
        owners_get(302),
        at=event,
        sends=sends(email="new@example.org", role="conductor"),
        acts=True,
    ),
    "staff-change": Route(
        NO,
        owners_get(302),
        at=of_staff,
        sends=lambda world: {f"staff-{world.staff.pk}-role": "scorekeeper"},
        acts=True,
    ),
    "staff-remove": Route(NO, owners_get(302), at=of_staff, acts=True),
    "staff-link": Route(NO, owners_get(302), at=of_staff),
    "sign-in-mail": Route(
        all_get(200), all_get(302), sends=sends(email="clara@example.org"), acts=True
    ),
    "sign-in-link": Route(
        all_get(200),
        all_get(302),
        at=lambda _world: {
            "token": get_token(User.objects.get(email="clara@example.org"), scope=SIGN_IN)
        },
    ),
    "find": Route(all_get(200), NO, at=event),
    "find-live": Route(all_get(200), NO, at=of_player),
    "roster": Route(conductors_get(200), NO, at=event),
    "roster-live": Route(conductors_get(200), NO, at=event),
    "roster-import": Route(
        conductors_get(200),
        conductors_get(200),
        at=event,
        sends=sends(text="name\nZoë New\n", act="load"),
        acts=True,
    ),
    "walk-in": Route(conductors_get(302), conductors_get(302), at=event, sends=walk_in, acts=True),
    "check-in-many": Route(
        NO,
        conductors_get(302),
        at=event,
        sends=lambda world: {"entry": [world.absent.pk]},
        acts=True,
    ),
    "entry-status": Route(
        conductors_get(200), conductors_get(302), at=of_entry, sends=sends(to="undo"), acts=True
    ),
    "player-edit": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_player,
        sends=sends(name="Zoë New"),
        acts=True,
    ),
    "player-enter": Route(NO, conductors_get(302), at=of_player, sends=sends(to="late"), acts=True),
    # Seating; of a draft the public sees only that it is one
    "round-seat": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("idle"),
        sends=sends(kind=""),
        acts=True,
    ),
    "round": Route(all_get(200), NO, at=in_tournament("drafted", number=1)),
    "round-live": Route(all_get(200), NO, at=in_tournament("drafted", number=1)),
    "round-publish": Route(
        NO, conductors_get(302), at=in_tournament("drafted", number=1), acts=True
    ),
    "round-discard": Route(
        NO, conductors_get(302), at=in_tournament("drafted", number=1), acts=True
    ),
    "round-reseat": Route(
        NO, conductors_get(302), at=in_tournament("drafted", number=1), acts=True
    ),
    "seat-swap": Route(
        NO, conductors_get(302), at=in_tournament("drafted", number=1), sends=swap, acts=True
    ),
    "seat-move": Route(
        NO, conductors_get(302), at=in_tournament("drafted", number=1), sends=move, acts=True
    ),
    "round-change": Route(conductors_get(200), NO, at=in_tournament("drafted", number=1)),
    "seat-lock": Route(
        NO,
        conductors_get(302),
        at=in_tournament("drafted", number=1),
        sends=lambda world: {"who": world.draft_entries[0].pk},
        acts=True,
    ),
    "round-undo": Route(NO, conductors_get(302), at=in_tournament("drafted", number=1), acts=True),
    "round-compare": Route(conductors_get(200), NO, at=in_tournament("drafted", number=1)),
    "round-take": Route(NO, conductors_get(302), at=in_tournament("drafted", number=1), acts=True),
    "round-mend": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("drafted", number=1),
        sends=mend,
        acts=True,
    ),
    "round-list": Route(conductors_get(200), NO, at=in_tournament("drafted", number=1)),
    "round-read-list": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("drafted", number=1),
        sends=sends(text="table,player\n1,Player 004\n1,Player 005\n1,Player 006\n"),
        acts=True,
    ),
    "seat-why": Route(
        all_get(200),
        NO,
        at=lambda world: (
            in_tournament("published", number=1)(world) | {"entry": world.published_entry.pk}
        ),
    ),
    "who-met": Route(all_get(200), NO, at=in_tournament("published")),
    "wishes": Route(
        conductors_get(200),
        conductors_get(302),
        at=event,
        sends=lambda world: {"act": "table", "entry": world.entry.pk, "table": 2},
        acts=True,
    ),
    # The slot
    "round-start": Route(
        NO, conductors_get(302), at=in_tournament("published", number=1), acts=True
    ),
    "round-close": Route(NO, conductors_get(302), at=in_tournament("played", number=1), acts=True),
    # A table: its code allows reading, a seat there writing, and only conductors rule
    "table": Route(all_get(200), NO, at=at_table("fresh_table")),
    "table-live": Route(all_get(200), NO, at=at_table("fresh_table")),
    "table-deal": Route(
        NO, at_table_get(302), at=at_table("fresh_table"), sends=sends(number=1), acts=True
    ),
    "table-play-on": Route(
        NO,
        at_table_get(302),
        at=at_table("late_table"),
        sends=sends(position=1, say="agree"),
        acts=True,
    ),
    "hand-report": Route(
        at_table_get(200),
        at_table_get(302),
        at=at_table("late_table", number=2),
        sends=sends(key=KEY, **HAND),
        acts=True,
    ),
    "call": Route(
        seat_gets(200),
        seat_gets(302),
        at=at_table("late_table"),
        sends=sends(kind="slow"),
        acts=True,
    ),
    "table-calls": Route(all_get(200), NO, at=at_table("late_table")),
    "calls": Route(conductors_get(200), NO, at=event),
    "calls-live": Route(conductors_get(200), NO, at=event),
    "call-answer": Route(NO, conductors_get(302), at=of_call, acts=True),
    "call-close": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_call,
        sends=lambda world: {
            "remark": "told",
            "kind": "warning",
            "reason": "slow",
            "entry": world.call.seat.entry_id,
        },
        acts=True,
    ),
    "conduct": Route(all_get(200), NO, at=event),
    "conduct-edit": Route(
        conductors_get(200), conductors_get(302), at=event, sends=sends(text="Be kind."), acts=True
    ),
    "table-end": Route(
        conductors_get(200),
        conductors_get(302),
        at=at_table("fresh_table"),
        sends=sends(reason="a train to catch"),
        acts=True,
    ),
    "table-undo": Route(
        conductors_get(200),
        conductors_get(302),
        at=at_table("late_table"),
        sends=sends(reason="by mistake"),
        acts=True,
    ),
    "hand-score": Route(NO, all_get(200), at=at_table("late_table", number=2)),
    "hand-agree": Route(
        NO,
        at_table_get(302),
        at=at_table("late_table", number=1),
        sends=sends(version=2),
        acts={"player at this table"},
    ),
    "hand-dispute": Route(
        at_table_get(200),
        at_table_get(422) | {"player at this table": 302},
        at=at_table("late_table", number=1),
        sends=sends(key=KEY, reason="a slip", version=2, **HAND),
        acts=True,
    ),
    "hand-history": Route(all_get(200), NO, at=at_table("late_table", number=1)),
    "hand-confirm": Route(
        NO,
        conductors_get(302),
        at=at_table("late_table", number=1),
        sends=sends(version=2),
        acts=True,
    ),
    "hand-rule": Route(
        conductors_get(200),
        conductors_get(302),
        at=at_table("disputed_table", number=1),
        sends=sends(choice=2, version=3),
        acts=True,
    ),
    # A closed round shows a preview first, which writes and rolls back.
    "late-correct": Route(
        conductors_get(200),
        conductors_get(200),
        at=at_table("closed_table", number=1),
        sends=sends(key=KEY, reason="a slip", version=2, **HAND),
        acts=True,
    ),
    "late-void": Route(
        conductors_get(200),
        conductors_get(200),
        at=at_table("closed_table", number=1),
        sends=sends(reason="played twice", version=2),
        acts=True,
    ),
    "ledger": Route(conductors_get(200), NO, at=event),
    "hand-force-end": Route(
        NO, conductors_get(302), at=at_table("late_table", number=2), acts=True
    ),
    "hand-correct": Route(
        conductors_get(200),
        conductors_get(302),
        at=at_table("late_table", number=1),
        sends=sends(key=KEY, reason="a slip", **HAND),
        acts=True,
    ),
    "hand-void": Route(
        conductors_get(200),
        conductors_get(302),
        at=at_table("late_table", number=1),
        sends=sends(reason="played twice"),
        acts=True,
    ),
    # Plans, and formats for two
    "seating-plan": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("idle"),
        sends=sends(people="6", rounds="2", sizes="3,3", seed="1"),
        acts=True,
    ),
    "bracket": Route(
        all_get(200),
        conductors_get(302),
        at=in_tournament("knockout"),
        sends=lambda world: {"heat": "W1.1", "winner": world.stayed.pk, "reason": "fell ill"},
        acts=True,
    ),
    "bracket-live": Route(all_get(200), NO, at=in_tournament("knockout")),
    "fixtures": Route(all_get(200), NO, at=in_tournament("robin")),
    "tournament-finish": Route(NO, conductors_get(302), at=in_tournament("robin"), acts=True),
    # Standings
    "standings": Route(all_get(200), NO, at=in_tournament("late")),
    "standings-live": Route(all_get(200), NO, at=in_tournament("late")),
    "standings-csv": Route(all_get(200), NO, at=in_tournament("late")),
    "hands-csv": Route(all_get(200), NO, at=in_tournament("late")),
    "standings-file": Route(all_get(200), NO, at=in_tournament("late", kind="json")),
    "hands-file": Route(all_get(200), NO, at=in_tournament("late", kind="json")),
    "finals": Route(
        conductors_get(200),
        conductors_get(200),
        at=in_tournament("late"),
        sends=sends(tables="2"),
    ),
    "champion": Route(all_get(404), NO, at=in_tournament("late")),
    "statistics": Route(all_get(200), NO, at=in_tournament("late")),
    "places-svg": Route(all_get(200), NO, at=in_tournament("late")),
    "scores-svg": Route(all_get(200), NO, at=in_tournament("late")),
    "standings-refresh": Route(NO, conductors_get(302), at=in_tournament("late"), acts=True),
    "standings-scheme": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("late"),
        sends=sends(scheme="latto"),
        acts=True,
    ),
    "event-bring": Route(accounts_get(200), accounts_get(200)),
    "adjustments": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("late"),
        sends=lambda world: {"entry": world.late_entry.pk, "kind": "warning", "reason": "slow"},
        acts=True,
    ),
    "adjustment-undo": Route(
        NO,
        conductors_get(302),
        at=lambda world: in_tournament("late")(world) | {"adjustment": world.adjustment.pk},
        acts=True,
    ),
    # People and seasons
    "player": Route(all_get(200), NO, at=of_late_player),
    "rating-svg": Route(all_get(404), NO, at=of_late_player),
    "player-merge": Route(
        NO,
        conductors_get(403) | {"superuser": 302},
        at=of_late_player,
        sends=lambda world: {"other": world.stranger.player_id},
        acts=True,
    ),
    "player-separate": Route(NO, conductors_get(302), at=of_late_player),
    "player-unmerge": Route(NO, conductors_get(302), at=of_late_player),
    "seasons": Route(all_get(200), NO),
    "season": Route(all_get(200), NO, at=in_season),
    "season-file": Route(all_get(200), NO, at=in_season_as_csv),
    "season-new": Route(accounts_get(200), accounts_get(302), sends=sends(**SEASON), acts=True),
    "season-edit": Route(
        season_owner_get(200), season_owner_get(302), at=in_season, sends=sends(**SEASON), acts=True
    ),
    "season-part-add": Route(
        NO,
        season_owner_get(302),
        at=in_season,
        sends=lambda world: {"tournament": world.late.pk, "level": 1},
        acts=True,
    ),
    "season-above": Route(
        NO, season_owner_get(302), at=in_season, sends=sends(above=""), acts=True
    ),
    "season-next": Route(
        NO, season_owner_get(302), at=in_season, sends=sends(name="Next year"), acts=True
    ),
    "season-part-remove": Route(
        NO,
        season_owner_get(302),
        at=lambda world: in_season(world) | {"part": world.season_part.pk},
        acts=True,
    ),
    # The API
    "api-events": Route(all_get(200), NO),
    "api-tournaments": Route(all_get(200), NO, at=event),
    "api-rounds": Route(all_get(200), NO, at=in_tournament("late")),
    "api-standings": Route(all_get(200), NO, at=in_tournament("late")),
    "api-documentation": Route(all_get(200), NO),
    "api-schema": Route(all_get(200), NO),
    "api-schemes": Route(all_get(200), NO),
    "api-players": Route(all_get(200), NO, at=event),
    "api-adjustments": Route(all_get(200), NO, at=in_tournament("late")),
    "api-seasons": Route(all_get(200), NO),
    "api-season-standings": Route(all_get(200), NO, at=in_season),
    "api-tokens": Route(
        accounts_get(200), accounts_get(200), sends=sends(name="script"), acts=True
    ),
    "api-token-revoke": Route(
        NO,
        accounts_get(404) | {"owner": 302},
        at=lambda world: {"token": world.token.pk},
        acts=True,
    ),
    "webhooks": Route(
        conductors_get(200),
        conductors_get(302),
        at=event,
        sends=sends(url="https://example.org/hook", topics="results"),
        acts=True,
    ),
    "webhook-remove": Route(
        NO,
        conductors_get(302),
        at=lambda world: event(world) | {"hook": world.hook.pk},
        acts=True,
    ),
    "api-seat": Route(NO, api_conductors(201), at=in_tournament("idle"), acts=True, json=True),
    "api-publish": Route(
        NO, api_conductors(200), at=in_tournament("drafted", number=1), acts=True, json=True
    ),
    "api-start": Route(
        NO, api_conductors(200), at=in_tournament("published", number=1), acts=True, json=True
    ),
    "api-close": Route(
        NO, api_conductors(200), at=in_tournament("played", number=1), acts=True, json=True
    ),
    "api-adjust": Route(
        NO,
        api_conductors(201),
        at=in_tournament("late"),
        sends=lambda world: {
            "entry_id": world.late_entry.pk,
            "kind": "penalty",
            "points": "1/2",
            "reason": "slow",
        },
        acts=True,
        json=True,
    ),
    "api-take-back": Route(
        NO,
        api_conductors(200),
        at=lambda world: in_tournament("late")(world) | {"adjustment": world.adjustment.pk},
        acts=True,
        json=True,
    ),
    "api-table": Route(all_get(200), NO, at=at_table("late_table")),
    "api-deal": Route(
        NO,
        at_table_get(201),
        at=at_table("fresh_table"),
        sends=sends(number=1),
        acts=True,
        json=True,
    ),
    "api-hands": Route(
        NO,
        at_table_get(201),
        at=at_table("late_table"),
        sends=sends(**SAID),
        acts=True,
        json=True,
        headers={"Idempotency-Key": KEY, "If-Match": '"1"'},
    ),
    "api-confirm": Route(
        NO,
        at_table_get(200) | {"scorekeeper": 422},
        at=at_table("late_table", number=1),
        acts=True,
        json=True,
        headers=SEEN,
    ),
    "api-dispute": Route(
        NO,
        at_table_get(422) | {"player at this table": 202},
        at=at_table("late_table", number=1),
        sends=sends(reason="a slip"),
        acts=True,
        json=True,
        headers=SEEN,
    ),
    "api-rule": Route(
        NO,
        api_conductors(200),
        at=at_table("disputed_table", number=1),
        sends=sends(reason="a slip", **SAID),
        acts=True,
        json=True,
        headers={"If-Match": '"3"'},
    ),
    "api-correct": Route(
        NO,
        api_conductors(200),
        at=at_table("late_table", number=1),
        sends=sends(reason="a slip", **SAID),
        acts=True,
        json=True,
        headers=SEEN,
    ),
    "api-void": Route(
        NO,
        api_conductors(200),
        at=at_table("late_table", number=1),
        sends=sends(reason="played twice"),
        acts=True,
        json=True,
        headers=SEEN,
    ),
}


# --- A world in which each act could be done ------------------------------------------------------


def rolled_back_later() -> transaction.Atomic:
    """A transaction of the test's own: each of the site's in it counts as one by itself."""
    block = transaction.atomic()
    block._from_testcase = True  # as Django's TestCase marks its own
    return block


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """The world, created once; changes of each test are rolled back."""
    with django_db_blocker.unblock(), rolled_back_later():
        made = make_world(timezone.now())
        made.sessions = signed_in()
        yield made
        transaction.set_rollback(True)


def make_world(now) -> SimpleNamespace:
    """An event with a tournament in each state, its people, and another event."""
    gathering = make_event()
    names = ("idle", "drafted", "published", "fresh", "late", "played", "disputed", "closed")
    tournaments = {name: make_tournament(gathering, name=name) for name in names}
    entries = {name: make_entries(tournaments[name], 6 if name == "drafted" else 3)
               for name in names}  # fmt: skip
    absent = entries["idle"][-1]
    type(absent).objects.filter(pk=absent.pk).update(status="entered")
    make_entries(tournaments["idle"], 3)
    draft = make_round(
        tournaments["drafted"], [entries["drafted"][:3], entries["drafted"][3:]], started_at=None
    )
    Round.objects.filter(pk=draft.pk).update(status=Round.Status.SEATED)
    snapshot(draft, "reseat round", at=now)
    make_round(tournaments["published"], [entries["published"]], started_at=None)
    fresh = make_round(tournaments["fresh"], [entries["fresh"]], started_at=now - minutes(1))
    late = make_round(tournaments["late"], [entries["late"]], started_at=now - minutes(115))
    disputed = make_round(
        tournaments["disputed"], [entries["disputed"]], started_at=now - minutes(115)
    )
    played = make_round(tournaments["played"], [entries["played"]], started_at=now - minutes(115))
    played.tables.update(status=Table.Status.FINISHED, end_reason="time", ended_at=now)
    clara = make_conductor(gathering, "clara@example.org", Role.CONDUCTOR)
    make_conductor(gathering, "saskia@example.org", Role.SCOREKEEPER)
    olga = make_conductor(gathering, "olga@example.org", Role.OWNER)
    knockout = head_to_head(Tournament.Pairing.SINGLE, 4, gathering, slug="knockout")
    first_matches = publish_round(seat(knockout), by=ANNA, at=now)
    play(first_matches, skip=[1])
    robin = head_to_head(Tournament.Pairing.ROUND_ROBIN, 4, gathering, slug="robin")
    play(publish_round(seat(robin), by=ANNA, at=now))
    elsewhere = make_event("Spring Meet")
    make_conductor(elsewhere, "ines@example.org", Role.OWNER)
    season = create_season(owner=olga, name="League", rule="laurels")
    User.objects.create_superuser("root@example.org", "a long password")
    closed = _closed(entries["closed"], tournaments["closed"], now)
    seats = {table.code: list(table.seats.select_related("entry__player").order_by("position"))
             for table in Table.objects.filter(round__tournament__event=gathering)}  # fmt: skip
    late_seat = seats[late.tables.get().code][0]
    late_seat.table.round = late
    return SimpleNamespace(
        event=gathering,
        seats=seats,
        phones=cookies_at(list(seats)),
        phone=phone_of(Client(), entries["idle"][0].player).pk,
        second=seats[fresh.tables.get().code][1],
        staff=clara.roles.get(),
        call=call_conductor(late_seat, "rules", words="May I?", by=ANNA, at=now),
        **tournaments,
        knockout=knockout,
        stayed=first_matches.tables.get(number=1).seats.get(position=2).entry,
        robin=robin,
        entry=entries["idle"][0],
        absent=absent,
        late_entry=entries["late"][0],
        stranger=make_entries(make_tournament(elsewhere), 1)[0],
        season=season,
        token=make_token(olga, "script", [], at=now)[0],
        hook=webhooks.add(gathering, url="https://example.org/", topics=["round"]),
        season_part=add_tournament(season, tournaments["idle"]),
        adjustment=adjust(entries["late"][0], "warning", by=ANNA, at=now, reason="did not shuffle"),
        draft_entries=entries["drafted"],
        published_entry=entries["published"][0],
        fresh_table=fresh.tables.get(),
        late_table=_with_two_hands(late.tables.get(), now),
        closed_table=closed,
        disputed_table=_disputed(disputed.tables.get(), entries["disputed"][1], now),
        change=give_time(late, minutes(1), by=ANNA, at=now, reason="a spilt drink"),
    )


def _with_two_hands(table, now):
    """One hand reported, the second running since before the cutoff."""
    begun = now - timedelta(minutes=100)
    deal_hand(table, 1, by=ANNA, at=begun)
    hand = QuickHand(points={1: 10, 2: 5, 3: 0}, went_out=1)
    report_hand(table, 1, hand, by=ANNA, at=begun + minutes(15), key="the-first-hand-was-this")
    deal_hand(table, 2, by=ANNA, at=begun + minutes(20))
    return table


def _closed(entries, tournament, now):
    """A closed round with one hand."""
    round_ = make_round(tournament, [entries], started_at=now - minutes(115))
    table = round_.tables.get()
    begun = now - timedelta(minutes=100)
    deal_hand(table, 1, by=ANNA, at=begun)
    hand = QuickHand(points={1: 130, 2: 5, 3: 0}, went_out=1)
    report_hand(table, 1, hand, by=ANNA, at=begun + minutes(15), key="a-hand-of-a-closed-round")
    close_round(round_, by=ANNA, at=now)
    return table


def _disputed(table, entry, now):
    """One hand, reported and disputed."""
    begun = now - timedelta(minutes=100)
    deal_hand(table, 1, by=ANNA, at=begun)
    hand = QuickHand(points={1: 10, 2: 5, 3: 0}, went_out=1)
    report_hand(table, 1, hand, by=ANNA, at=begun + minutes(15), key="a-hand-that-is-disputed")
    by = Actor(name="Bo", player=entry.player)
    dispute_sheet(table, 1, None, by=by, at=begun + minutes(16), reason="wrong seat")
    return table


EMAILS = {
    "conductor": "clara@example.org",
    "scorekeeper": "saskia@example.org",
    "conductor of another event": "ines@example.org",
    "owner": "olga@example.org",
    "superuser": "root@example.org",
}


def signed_in() -> dict[str, str]:
    """A session for each role, by its key."""
    keys = {}
    for role, email in EMAILS.items():
        client = Client()
        client.force_login(User.objects.get(email=email))
        keys[role] = client.session.session_key
    return keys


def visitor(role: str, world, route) -> Client:
    """A browser of a person in this role; "this table" is the table of ``route``."""
    client = Client()
    if role in PLAYERS:
        here = route.at(world).get("code", world.late_table.code)
        other = next(code for code in sorted(world.phones) if code != here)
        first = world.phones[here if role == "player at this table" else other][0]
        client.cookies.load(first)
    if role in world.sessions:
        client.cookies[settings.SESSION_COOKIE_NAME] = world.sessions[role]
    return client


WRITES = re.compile(r'(INSERT INTO|UPDATE|DELETE FROM) "tournaments_(?!user")')


@contextmanager
def noting_writes():
    """The tables written to meanwhile, except accounts, which signing in writes to."""
    writes = []

    def note(execute, sql, params, many, context):
        if WRITES.match(sql):
            writes.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield writes


def answer_of(response):
    """The status, or TO_SIGN_IN for a redirect to the sign-in page."""
    if response.status_code == 302 and response["Location"].startswith("/sign-in/?next="):
        return TO_SIGN_IN
    return response.status_code


def ask(client, method, name, route, world):
    address = reverse(name, kwargs=route.at(world))
    response = _send(client, method, address, route, world)
    for close in response._resource_closers:  # response.close() would end the transaction
        close()
    return response


def _send(client, method, address, route, world):
    if method in ("post", "put", "patch"):
        kind = {"content_type": "application/json"} if route.json else {}
        data = route.sends(world)
        return getattr(client, method)(address, data, headers=route.headers, **kind)
    return getattr(client, method)(address)


# --- The tests ------------------------------------------------------------------------------------


def named_routes(resolver=None) -> list[str]:
    """The names of all addresses of the site."""
    names = []
    for pattern in (resolver or get_resolver()).url_patterns:
        if hasattr(pattern, "url_patterns"):
            names += named_routes(pattern)
        elif pattern.name:
            names.append(pattern.name)
    return names


def test_every_address_has_a_row_that_says_who_may_do_what():
    missing = sorted(set(named_routes()) - set(ROUTES))
    assert not missing, f"Say in ROUTES of tests/test_routes.py who may use: {', '.join(missing)}."
    gone = sorted(set(ROUTES) - set(named_routes()))
    assert not gone, f"ROUTES of tests/test_routes.py has rows without an address: {gone}."


@pytest.mark.parametrize("name", ROUTES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_each_role_gets_the_answer_of_the_table(method, name, world):
    route = ROUTES[name]
    expected = getattr(route, method)
    answers, wrote = {}, set()
    for role in ROLES:
        with rolled_back_later(), noting_writes() as writes:
            client = visitor(role, world, route)
            answers[role] = answer_of(ask(client, method, name, route, world))
            transaction.set_rollback(True)
        if writes:
            wrote.add(role)
    assert answers == dict(expected)
    may = {role for role, answer in expected.items() if answer in (200, 201, 202, 302)}
    acting = may if route.acts is True else set(route.acts or ())
    assert wrote == (acting if method == "post" else set())


@pytest.mark.parametrize("name", ROUTES)
def test_no_other_method_changes_anything_or_fails(name, world):
    owner = visitor("owner", world, ROUTES[name])
    methods = ("head", "options", "put", "patch", "delete")
    with noting_writes() as writes:
        answers = {method: ask(owner, method, name, ROUTES[name], world) for method in methods}
    assert {answer.status_code for answer in answers.values()} <= {200, 302, 405} | set(
        ROUTES[name].get.values()
    ) - {TO_SIGN_IN}
    assert writes == []
