"""The pause that a server asks for. Pure."""

from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime


def asked_pause(said: str, *, now: datetime, most: timedelta) -> timedelta:
    """The pause of a ``Retry-After``, in seconds or until a date: at most ``most``, or nothing."""
    text = said.strip()
    if text.isascii() and text.isdigit():
        return min(timedelta(seconds=int(text[:9])), most)
    try:
        pause = parsedate_to_datetime(text) - now
    except (ValueError, TypeError):
        return timedelta(0)
    return min(max(pause, timedelta(0)), most)
