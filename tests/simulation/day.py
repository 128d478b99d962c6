"""One simulated day: what is there, and carrying out its steps one after the other."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

from django.db import connection, transaction

from tests.builders import NOON
from tests.simulation.locks import watching
from tournaments.errors import Refused
from tournaments.lock_order import Held
from tournaments.models import Round, Tournament
from tournaments.results.versions import Receipt

if TYPE_CHECKING:
    from tests.simulation.verbs.old_pages import Page

#: What every step takes.
A_MOMENT = timedelta(seconds=5)
#: So many steps are a portion, after which everything is looked at.
PORTION = 100


class Step(NamedTuple):
    """A verb, and the number from which it draws."""

    verb: str
    draw: int

    def __str__(self) -> str:
        return f"{self.verb} {self.draw}"


class Fault(Exception):  # noqa: N818 - it is found, not raised by mistake
    """Something that must hold does not, after step ``number`` of a history."""

    def __init__(self, what: str, number: int) -> None:
        super().__init__(f"after step {number}: {what}")
        self.what, self.number = what, number


@dataclass
class Message:
    """A write of a phone, on its way. Sent again, it has the same key and content."""

    key: str
    stored_as: str
    send: Callable[[datetime], Receipt]
    first: Receipt | None = None


@dataclass
class Day:
    """The state of the simulated world that is not in the database."""

    tournament: Tournament
    now: datetime = NOON
    #: Messages of phones that are on their way, in any order.
    network: list[Message] = field(default_factory=list)
    #: What the site has answered to the keys of phones.
    answered: dict[str, Receipt] = field(default_factory=dict)
    #: What the site makes of each of these keys.
    stored_as: dict[str, str] = field(default_factory=dict)
    #: When each warning was given, as seen first.
    warned: dict[int, datetime] = field(default_factory=dict)
    #: How often each verb was done, and refused.
    done: dict[str, int] = field(default_factory=dict)
    keys: int = 0
    #: Whether the last verb was refused.
    was_refused: bool = False
    #: Who met whom in a round when it was made, by its key and that time.
    as_made: dict[tuple[int, datetime | None], object] = field(default_factory=dict)
    #: What was looked at last.
    looked_at: object = None
    #: Pages that a second conductor has open.
    pages: list[Page] = field(default_factory=list)

    @property
    def round(self) -> Round | None:
        """The round that is not closed yet, as it stands now."""
        open_ = self.tournament.rounds.exclude(status=Round.Status.CLOSED).order_by("-number")
        return open_.select_related("tournament__event").first()

    def seen_before(self, what: object) -> bool:
        """Whether this was looked at after the step before this one, too."""
        was, self.looked_at = self.looked_at, what
        return was == what

    def new_key(self) -> str:
        self.keys += 1
        return f"key-{self.keys}"


def history(seed: int | str, steps: int, *, of: str = "weight") -> list[Step]:
    """The steps of a day, which follow from the seed alone; ``of`` names the weights of a Verb."""
    from tests.simulation.verbs import VERBS  # noqa: PLC0415 - they are verbs of a day

    rnd = random.Random(seed)
    weights = [getattr(one, of) for one in VERBS.values()]
    drawn = ["go on", *rnd.choices([*VERBS], weights, k=steps - 1)]  # most are about a slot
    return [Step(name, rnd.randrange(1 << 32)) for name in drawn]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of day: how it begins, and what is looked at after a step and after a portion."""

    begin: Callable[[], Tournament]
    after_step: Callable[[Day], Iterator[str]]
    after_portion: Callable[[Day], Iterator[str]]


def replay(steps: Sequence[Step], kind: Kind) -> Day:
    """Let a day happen and take it back. Raises Fault where something does not hold."""
    day_of_its_own = transaction.atomic()
    # As Django marks the transaction of a test: what is inside are transactions to ``lock_order``.
    day_of_its_own._from_testcase = True
    with day_of_its_own, _same_lots():
        day = Day(kind.begin())
        with watching():
            for number, step in enumerate(steps, start=1):
                _carry_out(day, step, number)
                is_portion = number == len(steps) or number % PORTION == 0
                _check(kind.after_portion if is_portion else kind.after_step, day, number)
        transaction.set_rollback(True)
    return day


def _carry_out(day: Day, step: Step, number: int) -> None:
    from tests.simulation.verbs import VERBS  # noqa: PLC0415 - as above

    day.now += A_MOMENT
    try:
        VERBS[step.verb].do(day, random.Random(step.draw))
    except Refused:
        outcome, day.was_refused = f"{step.verb}, refused", True
    except Exception as error:
        raise Fault(f"{step}: {error!r}", number) from error
    else:
        outcome, day.was_refused = step.verb, False
    day.done[outcome] = day.done.get(outcome, 0) + 1
    _commit()


def _commit() -> None:
    """Do what waits for the COMMIT of a service; its locks are gone with it."""
    hooks, connection.run_on_commit = connection.run_on_commit, []
    for _ids, hook, *_robust in hooks:
        if not isinstance(hook, Held):
            hook()


def _check(holds: Callable[[Day], Iterator[str]], day: Day, number: int) -> None:
    for what in holds(day):
        raise Fault(what, number)


@contextmanager
def _same_lots() -> Iterator[None]:
    """Codes, PINs and lots are drawn alike each time."""
    rnd = random.Random(0)
    with ExitStack() as patches:
        for name, drawn in (
            ("token_bytes", lambda count=32: rnd.randbytes(count or 32)),
            ("choice", rnd.choice),
            ("randbelow", rnd.randrange),
        ):
            patches.enter_context(mock.patch.object(secrets, name, drawn))
        yield
