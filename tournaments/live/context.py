"""The context by which every page of an event stays up to date."""

from django.http import HttpRequest

from tournaments.live.stream import stream_address


def stream(request: HttpRequest) -> dict[str, str]:
    """The address of the event's stream, if the page is about an event."""
    event = getattr(request, "event", None)
    return {"stream_address": stream_address(event.pk)} if event else {}
