"""Badges: the card by which a player opens their seats on a phone."""

from dataclasses import dataclass

from django.urls import reverse

from tournaments import qr
from tournaments.models import Event, Player
from tournaments.names import by_name
from tournaments.person_fields import on_badge


@dataclass(frozen=True, slots=True)
class Badge:
    """A card to print: its player, what it says below the name, its address and that as picture."""

    player: Player
    more: list[str]
    address: str
    picture: str


def badge(site: str, player: Player) -> Badge:
    """The badge of a player; ``site`` is where its code leads, without a slash at the end."""
    address = f"{site}{reverse('badge', args=[player.badge])}"
    _name, *more = on_badge(player)
    return Badge(player, [text for text in more if text], address, qr.picture(address))


def badged_players(event: Event, chosen: int | None = None) -> list[Player]:
    """Who gets a badge: all players of an event by name, or one. One query."""
    players = event.players.order_by("pk")
    if chosen is not None:
        players = players.filter(pk=chosen)
    return by_name(players, lambda player: player.name)
