"""The reads behind the pages of pick-up games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from tournaments.events.queries import games_at
from tournaments.models import Event, PickUp, PickUpPlayer, Player, Round
from tournaments.registration.scanning.rules import code_in
from tournaments.seating.finding.queries import Matches, matches

#: So many of somebody's games are listed, the newest first.
MOST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Shown:
    """A pick-up game with the name of what is played, its people in turn order, and its round."""

    pickup: PickUp
    game: str
    players: list[Player]
    round: Round | None


def asked(event: Event) -> list[Shown]:
    """The games that wait for a conductor, the oldest first. Three queries at most."""
    return _shown(event, event.pickups.filter(state=PickUp.State.ASKED).order_by("asked_at", "pk"))


def of_player(player: Player, event: Event) -> list[Shown]:
    """The newest games that somebody asked for. Three queries at most."""
    mine = player.pickups_asked.order_by("-asked_at", "-pk")[:MOST_SHOWN]
    return _shown(event, mine)


def _shown(event: Event, found: QuerySet[PickUp]) -> list[Shown]:
    people = PickUpPlayer.objects.select_related("player").order_by("position")
    rows = list(
        found.select_related("asked_by", "session__round").prefetch_related(
            Prefetch("people", people)
        )
    )
    if not rows:
        return []
    known = games_at(event)
    return [
        Shown(
            pickup=one,
            game=known[one.game].name if one.game in known else one.game,
            players=[row.player for row in one.people.all()],
            round=getattr(one.session, "round", None),
        )
        for one in rows
    ]


def in_order(event: Event, keys: Sequence[int]) -> list[Player]:
    """The players of an event with these keys, in their order. One query."""
    found = event.players.in_bulk(keys)
    return [found[key] for key in dict.fromkeys(keys) if key in found]


def meant(event: Event, sought: str, *, pins: bool) -> Matches:
    """Whom a badge or a name means, and with ``pins`` a PIN. Two queries at most."""
    code = code_in(sought)
    if pins and code and (player := event.players.filter(pin=code).first()):
        return Matches(player, [], 1)
    return matches(event, sought)


def choices_of_games(event: Event) -> list[tuple[str, str]]:
    """The games to choose from: what is played at the event first, then the others. Two queries."""
    known = games_at(event)
    played: Iterable[str] = event.tournaments.order_by("name", "pk").values_list("game", flat=True)
    keys = dict.fromkeys([*(key for key in played if key in known), *known])
    return [(key, known[key].name) for key in keys]
