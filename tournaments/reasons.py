"""The reason that people give for what they do: one line, kept with it and shown."""

from collections.abc import Callable

LONGEST_REASON = 200


def as_kept(reason: str) -> str:
    """A reason as it is stored, in one line and not too long; empty if none was given."""
    return " ".join(reason.split())[:LONGEST_REASON]


def required(reason: str, missing: Callable[..., Exception]) -> str:
    """As ``as_kept``; raises the refusal ``missing`` at the field "reason" if none was given."""
    kept = as_kept(reason)
    if not kept:
        raise missing(field="reason")
    return kept
