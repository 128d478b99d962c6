"""The reason that people give for what they do: one line, kept with it and shown."""

from collections.abc import Callable

LONGEST_REASON = 200


def as_kept(reason: str) -> str:
    """A reason as it is stored, in one line and not too long; empty if none was given."""
    return in_one_line(reason)[:LONGEST_REASON]


def in_one_line(text: str) -> str:
    """A text that no form has read, as it is stored: PostgreSQL takes no NUL."""
    return " ".join(text.replace("\0", "").split())


def required(reason: str, missing: Callable[..., Exception]) -> str:
    """As ``as_kept``; raises the refusal ``missing`` at the field "reason" if none was given."""
    kept = as_kept(reason)
    if not kept:
        raise missing(field="reason")
    return kept
