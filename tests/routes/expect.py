"""The content of a row: which role gets which answer, and what is sent where."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from tournaments.seating.changing.helpers import open_tables, who_may_help
from tournaments.seating.changing.takeovers import who_may_take_over
from tournaments.seating.queries import seating
from tournaments.seating.repairing.services import plan_repair

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
#: Roles that rows need not name: a phone with a cookie of the site, whose player sits at no table,
#: and tokens of programs, of a conductor with every scope and of an owner with none.
PHONE, TOKEN, READING_TOKEN = (
    "phone without a seat",
    "token of a conductor",
    "token that only reads",
)
#: Whom the pages do not know by an account.
SIGNED_OUT = WITHOUT_ACCOUNT | {PHONE, TOKEN, READING_TOKEN}
CONDUCTING = {"conductor", "owner", "superuser"}
OWNING = {"owner", "superuser"}
PLAYERS = {"player at this table", "player at another table"}
AT_THE_TABLE = {"player at this table", "scorekeeper"} | CONDUCTING
TO_SIGN_IN = "to the sign-in page"
KEY = "a-key-of-this-hand"
#: Addresses that say the same whatever the database has, and take long to say it.
OF_NO_ROW = {"api-schema", "api-documentation", "api-problems", "styleguide"}


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

    ``acts``: whether accepted requests write something, or the roles whose requests do. ``also``
    are other methods that it takes, which the tests of the API try.
    """

    get: Mapping
    post: Mapping
    at: Callable = field(default=lambda _world: {})
    sends: Callable = field(default=lambda _world: {})
    acts: bool | Collection[str] = False
    json: bool = False
    also: Collection[str] = ()
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


def of_title(world):
    return event(world) | {"title": world.title.pk}


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


TITLE = {
    "name": "Union Pacific",
    "players_min": 2,
    "players_max": 6,
    "slot": 90,
    "sheet_per": "game",
    "counting": "more",
}
SEASON = {"name": "League", "rule": "laurels"}


def sends(**data):
    return lambda _world: data


HAND = {"points-1": 20, "points-2": 7, "points-3": 0, "went_out": 1}
CALLED = {"points": [{"seat": seat, "points": 5} for seat in (1, 2, 3)], "went_out": None}
SAID = {"number": 2} | CALLED
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


def whole_list(world) -> dict:
    """A list of the draft that has a place for everyone: one table, and byes for the others."""
    rows = [f"1,{entry.pk}" for entry in world.draft_entries]
    rows += [f"bye,{entry.pk}" for entry in world.late_comers]
    return {"text": "\n".join(["table,entry", *rows])}


def swap(world):
    one, other = world.draft_entries[:2]
    return {"one": one.pk, "other": other.pk}


def move(world):
    return {"who": world.draft_entries[0].pk, "to": "out"}


def helper(world):
    """Somebody who plays in another tournament, at a table of the draft with room."""
    round_ = world.drafted.rounds.get()
    table = open_tables(seating(round_))[0]
    return {"player": who_may_help(round_)[0].pk, "table": table.number}


def take_over(world):
    """Somebody who plays in another tournament, in a seat of the round that is played."""
    player = who_may_take_over(world.played.rounds.get())[0]
    said = {"player": player.pk, "counts_for": "began", "reason": "had to leave"}
    return {"seat": world.played_entries[0].pk, **said}


def mend(world):
    """One of the draft is not there; nobody has to move for it."""
    gone = {world.draft_entries[0].pk}
    return {"gone": list(gone), "mark": plan_repair(world.drafted.rounds.get(), gone).mark}
