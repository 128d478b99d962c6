"""The names that senders and receivers of hints share. No Django here."""

STREAM_PATH = "/stream/"
#: One Redis channel per event; the number of the event follows.
CHANNEL_PREFIX = "roundhouse:event:"
#: The number of no event: nothing is published about it.
NO_EVENT = 0


def channel(event_id: int) -> str:
    return f"{CHANNEL_PREFIX}{event_id}"


def event_id_of(channel_name: bytes) -> int:
    return int(channel_name.rpartition(b":")[2])
