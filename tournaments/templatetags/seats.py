"""Tags about a seat, for pages."""

from django import template

from tournaments.models import Tournament
from tournaments.texts import say

register = template.Library()


@register.filter
def side(position: int, tournament: Tournament) -> str:
    """The name of a seat, such as Uptown; empty where the seats of the game have none."""
    names = tournament.setup.info.seat_names
    return say(names[position - 1]) if 0 < position <= len(names) else ""
