"""When a letter is tried again. Pure."""

from datetime import timedelta

#: The pause after each attempt that the mail server refused for now. After the last one it fails.
PAUSES = tuple(timedelta(seconds=s) for s in (30, 120, 600, 1800, 3600))
#: A letter that is being sent for so long was cut off: longer than any mail server is waited for.
CUT_OFF = timedelta(minutes=5)
#: Answers of a mail server from here on are final (RFC 5321, 4.2.1); below, it asks for patience.
FINAL = 500


def pause_after(attempts: int) -> timedelta | None:
    """How long a letter waits after so many attempts; None: it is given up."""
    return PAUSES[attempts - 1] if attempts <= len(PAUSES) else None


def is_final(code: int) -> bool:
    """Whether the mail server would refuse the same letter again."""
    return code >= FINAL
