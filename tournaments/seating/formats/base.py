"""The interface of a format for ``services`` and the pages, and the values that they exchange.

A round is made in four steps: a format reads a ``Task`` under the lock, the tables are searched
without one, the task is read again, and what was found is written if it is still the same. All but
the first step are the same for every format.

A new way to make rounds is one more module beside this one, with a line in ``registry``. A heat is
a task of those who are here for its session, and a game that players start themselves is one whose
tables are known. Neither calls ``check_all_closed``: other rounds may be open beside it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from tournaments.models import Entry, Round, Session, Tournament
from tournaments.seating import errors
from tournaments.seating.formats.outlook import Outlook, PairOutlook
from tournaments.seating.ranking import Ranking
from tournaments.verbs import Verb


@dataclass(frozen=True, slots=True)
class Choices:
    """A conductor's choices for a round; what is left open follows from the tournament.

    ``final`` is True for the final now, False for one more round; ``sizes`` are the tables;
    ``mode`` is a mode of seating, or the other Swiss; ``semifinals`` is how many tables of them.
    ``order`` are the players (keys) of a game that they start themselves, in turn order.
    """

    seed: int | None = None
    final: bool | None = None
    mode: str = ""
    sizes: tuple[int, ...] = ()
    semifinals: int = 0
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: tables of entry ids in turn order, and who sits out.

    For a bracket ``matches`` names the match of each table, and ``settled`` has the matches that
    are not played, with the entry that goes on from each; None is nobody.
    """

    tables: Sequence[Sequence[int]]
    byes: Sequence[int] = ()
    matches: Sequence[str] = ()
    settled: Mapping[str, int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Task:
    """All that a round is made from, read from the database at one moment.

    ``search`` needs neither the database nor a lock; tasks of one digest and seed find the same.
    ``engine`` is the version of what searches, 0 where nothing is searched.
    ``numbers`` are those of the entries, where the format draws any: then what was drawn before
    goes with a draft that is replaced. ``noted`` is what the ledger keeps beside the tables.
    ``session`` is the round's place on the timetable, if it has one.
    """

    number: int
    kind: str
    seed: int
    mode: str
    engine: int
    digest: str
    search: Callable[[], Found]
    numbers: Mapping[int, int] | None = None
    verb: Verb = Verb.SEAT_ROUND
    noted: Mapping[str, object] = field(default_factory=dict)
    session: Session | None = None

    @property
    def is_heat(self) -> bool:
        """Whether the round is of those who are here for its session alone."""
        return self.verb == Verb.SEAT_SESSION


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of a round: ``walkovers`` were not played, each a title and who went on.

    ``titles`` are by the number of the table.
    """

    walkovers: list[tuple[str, str]] = field(default_factory=list)
    titles: dict[int, str] = field(default_factory=dict)


class Format(Protocol):
    """How a tournament makes its rounds, and what follows from that for a round's tables.

    ``others`` are the formats that a conductor may choose instead for one round. ``may_join`` says
    whether people without a seat may open a table; ``alone_sits_out`` whether somebody who is left
    alone at one has a bye, or goes on. Every method raises refusals of this package alone.
    """

    key: str
    others: tuple[str, ...]
    may_join: bool
    alone_sits_out: bool

    # --- Seating a round ---

    def next(self, tournament: Tournament, choices: Choices, ranking: Ranking) -> Task:
        """Return the task of the next round; the tournament is locked. Raises RankingOutdated."""

    def again(self, draft: Round, choices: Choices, ranking: Ranking) -> Task:
        """Return the task of another proposal in place of a draft; the draft is locked.

        Raises RankingOutdated."""

    def heat(self, session: Session, choices: Choices, draft: Round | None = None) -> Task:
        """Return the task of a round of those who are here for a session, whatever else is open.

        Its tournament is locked, and the session; with ``draft``, of another proposal for it.
        """

    def same_again(self, round_: Round, ranking: Ranking) -> Callable[[], Found] | None:
        """How a round that stands would come out now, for the people in it; None where no result
        matters. ``ranking`` is that before the round. Raises refusals, here or from the search."""

    # --- What the pages say ---

    def outlook(self, tournament: Tournament) -> Outlook | PairOutlook:
        """Return the outlook on seating the next round."""

    def rules(self, tournament: Tournament) -> list[str]:
        """The rules that everybody may read, the first says what it is; none need be."""

    def reason(self, round_: Round) -> str:
        """Why people sit as they do, in a sentence."""

    def matches(self, round_: Round) -> Matches:
        """The matches of a bracket in this round."""

    # --- Changing the tables of a round ---

    def smallest_left(self, tournament: Tournament) -> int:
        """The smallest table that a no-show may leave before others move."""

    def tidy(self, round_: Round) -> None:
        """Put right what must hold after each change of the tables."""

    def waits(self, round_: Round, entry: Entry, *, byes: bool) -> bool:
        """Whether somebody without a seat might have one; ``byes``: somebody has a bye."""

    def names(self, round_: Round, entry: Entry) -> bool:
        """Whether the page of a round names somebody who has neither a seat nor a bye in it."""

    def check_newcomer(self, entry: Entry) -> None:
        """Refuse a seat to somebody who has no place in what was drawn."""

    def opponent(self, byes: Sequence[Entry]) -> Entry | None:
        """Whom of those with a bye a late arrival may play."""

    def number(self, tournament: Tournament, entries: Iterable[Entry]) -> None:
        """Give newcomers the numbers that the format draws, if it draws any."""

    # --- The plan before, the end after ---

    def check_plan(self) -> None:
        """Refuse a plan of all rounds where the format sets its rounds itself."""

    def play_out(self, tournament: Tournament, last: Round) -> None:
        """Settle what nobody is left to play, when the tournament is finished."""


def check_all_closed(rounds: Iterable[Round]) -> None:
    """Refuse a round beside an open one."""
    for round_ in rounds:
        if round_.status != Round.Status.CLOSED:
            raise errors.RoundStillOpen(round=str(round_))


def numbered(found: Found, fixed: Mapping[int, int]) -> Found:
    """Give players who need a certain table theirs; the others keep their order."""
    count = len(found.tables)
    at = {
        fixed[entry] - 1: n
        for n, table in reversed(list(enumerate(found.tables)))
        for entry in table
        if 0 < fixed.get(entry, 0) <= count
    }
    rest = iter([n for n in range(count) if n not in at.values()])
    order = [at[place] if place in at else next(rest) for place in range(count)]
    matches = [found.matches[n] for n in order] if found.matches else ()
    return replace(found, tables=[found.tables[n] for n in order], matches=matches)
