"""How the entrance shows secrets to those whose they are, and a seat to who sits in it."""

from django import template

register = template.Library()


@register.filter
def spoken(pin: str) -> str:
    """A PIN as it is read aloud and printed: two groups of three."""
    half = len(pin) // 2
    return f"{pin[:half]} {pin[half:]}"


@register.simple_tag(takes_context=True)
def my_seat(context, state):
    """The seat of whoever opened theirs on this phone, of a table's state; costs no query."""
    request = context.get("request")
    player = getattr(request, "player", None)
    if player is None:
        return None
    seats = (score.seat for score in state.seats)
    return next((seat for seat in seats if seat.entry.player_id == player.pk), None)
