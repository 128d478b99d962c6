"""What pages show of a seat."""

from django import template

register = template.Library()


@register.filter
def side(position: int, tournament) -> str:
    """The name of a seat, such as Uptown; empty where the seats of the game have none."""
    names = tournament.setup.info.seat_names
    return names[position - 1] if 0 < position <= len(names) else ""
