"""How a PIN is shown."""

from django import template

register = template.Library()


@register.filter
def spoken(pin: str) -> str:
    """A PIN in two groups of three, as it is printed and read aloud."""
    half = len(pin) // 2
    return f"{pin[:half]} {pin[half:]}"
