"""How a PIN is shown."""

from django import template

register = template.Library()


@register.filter
def spoken(pin: str) -> str:
    """A PIN as it is read aloud and printed: two groups of three."""
    half = len(pin) // 2
    return f"{pin[:half]} {pin[half:]}"
