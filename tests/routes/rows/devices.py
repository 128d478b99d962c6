"""Phones, badges and signing in."""

from django.core import signing
from sesame.utils import get_token

from tests.routes.expect import (
    NO,
    PERSON,
    PHONE,
    PLAYERS,
    Route,
    all_get,
    at_table,
    conductors_get,
    event,
    in_tournament,
    of_late_player,
    of_staff,
    owners_get,
    sends,
)
from tests.tournaments.notifications.push.services import Browser
from tournaments.devices.join_views import SALT
from tournaments.devices.services import SIGN_IN
from tournaments.models import User
from tournaments.signup import feed

ROWS = {
    "join": Route(
        all_get(200), all_get(302), at=event, sends=sends(**PERSON | {"name": "Ida New"}), acts=True
    ),
    "joined": Route(
        all_get(200),
        NO,
        at=lambda world: event(world) | {"token": signing.dumps(world.entry.player_id, salt=SALT)},
    ),
    "badge": Route(
        all_get(200),
        all_get(302),
        at=lambda world: {"badge": world.entry.player.badge},
        acts=True,
    ),
    "table-find": Route(all_get(200), NO),
    # Each tournament has this table: people choose, but for a player who sits at one of them.
    "table-now": Route(
        all_get(200) | {"player at this table": 302},
        NO,
        at=lambda world: {"sign": world.sign.code},
    ),
    "seat-open": Route(
        all_get(200),
        all_get(302),
        at=at_table("fresh_table"),
        sends=lambda world: {
            "player": world.second.entry.player_id,
            "pin": world.second.entry.player.pin,
        },
        acts=True,
    ),
    "me": Route(all_get(200), NO, at=event),
    # Nobody is chosen: whether a PIN opens the phone depends on the day. Whose phone it is already
    # is led to their page.
    "me-open": Route(
        all_get(200) | {"player at this table": 302},
        all_get(422) | {"player at this table": 302},
        at=of_late_player,
        sends=sends(player=0, pin="000000"),
    ),
    "manifest": Route(all_get(200), NO),
    "phone-messages": Route(
        all_get(200),
        all_get(302),
        at=event,
        sends=sends(endpoint="https://push.example/phone", **Browser().keys),
        acts={*PLAYERS, PHONE},
    ),
    # The phones of the world get no messages, so there is nothing to stop.
    "phone-messages-stop": Route(NO, all_get(302), at=event),
    "my-day": Route(all_get(200), NO, at=event),
    "my-calendar": Route(
        all_get(200), NO, at=lambda world: {"token": feed.token_of(world.entry.player)}
    ),
    "seat-line": Route(all_get(200), NO, at=event),
    "seat-close": Route(NO, all_get(302), at=event, acts={*PLAYERS, PHONE}),
    "poster": Route(conductors_get(200), NO, at=event),
    "table-sheets": Route(conductors_get(200), NO, at=in_tournament("published", number=1)),
    "result-slips": Route(conductors_get(200), NO, at=in_tournament("published", number=1)),
    "phone-throw-out": Route(
        NO, conductors_get(302), at=lambda world: event(world) | {"phone": world.phone}, acts=True
    ),
    "badge-new": Route(NO, conductors_get(302), at=of_late_player, acts=True),
    "staff-link": Route(NO, owners_get(302), at=of_staff, acts=True),
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
    "sign-out": Route(NO, all_get(302)),
}
