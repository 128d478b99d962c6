"""Making a failing history short: delta debugging (Zeller and Hildebrandt, 2002)."""

from collections.abc import Callable, Sequence
from itertools import count

from tests.simulation.day import Fault, Kind, Step, replay

Fails = Callable[[Sequence[Step]], bool]


def fault_of(steps: Sequence[Step], kind: Kind) -> Fault | None:
    """The first fault in a history, if any."""
    try:
        replay(steps, kind)
    except Fault as fault:
        return fault
    return None


#: So many histories are tried at most.
TRIES = 400


def shortest(steps: Sequence[Step], fails: Fails) -> list[Step]:
    """Steps of a failing history of which none can be left out: without it, it does not fail."""
    kept, parts = list(steps), 2
    tries = count(1)
    while len(kept) > 1:
        size = -(-len(kept) // parts)
        for start in range(0, len(kept), size):
            rest = kept[:start] + kept[start + size :]
            if next(tries) > TRIES:
                return kept
            if fails(rest):
                kept, parts = rest, max(parts - 1, 2)
                break
        else:
            if size == 1:
                break
            parts = min(parts * 2, len(kept))
    return kept


def shortened(steps: Sequence[Step], fault: Fault, kind: Kind) -> tuple[list[Step], Fault]:
    """The shortest history that fails, and its fault."""
    kept = shortest(steps[: fault.number], lambda some: fault_of(some, kind) is not None)
    return kept, fault_of(kept, kind) or fault


def report(seed: int, steps: Sequence[Step], fault: Fault, kind: Kind) -> str:
    """A seed that fails, in words, with the shortest history that does."""
    kept, last = shortened(steps, fault, kind)
    lines = [f"seed {seed} of {len(steps)} steps: {fault}", *in_words(kept, last)]
    return "\n".join(lines)


def in_words(kept: Sequence[Step], last: Fault) -> list[str]:
    """The lines of a short history, and what is wrong at its end."""
    return [f"{len(kept)} steps are enough:", *(f"    {step}" for step in kept), f"    {last}"]
