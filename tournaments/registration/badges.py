"""Badges: the card by which a player opens their seats on a phone."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from tournaments import addresses, qr
from tournaments.models import Event, Player
from tournaments.names import by_name


@dataclass(frozen=True, slots=True)
class Badge:
    """A card to print: its player, and its address also as a picture."""

    player: Player
    address: str
    picture: str


def badge(request: HttpRequest, player: Player) -> Badge:
    """The badge of a player, with an absolute address. No query."""
    address = addresses.absolute(request, reverse("badge", args=[player.badge]))
    return Badge(player, address, qr.picture(address))


def badged_players(event: Event, chosen: int | None = None) -> list[Player]:
    """Who gets a badge: all players of an event by name, or one. One query."""
    players = event.players.order_by("pk")
    if chosen is not None:
        players = players.filter(pk=chosen)
    return by_name(players, lambda player: player.name)
