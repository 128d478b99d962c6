"""The reason that people give for what they do: one line, kept with it and shown."""

LONGEST_REASON = 200


def as_kept(reason: str) -> str:
    """A reason as it is stored, in one line and not too long; empty if none was given."""
    return " ".join(reason.split())[:LONGEST_REASON]
