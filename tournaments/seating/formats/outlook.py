"""The outlook on the next round, as its page shows it before the round is seated."""

from dataclasses import dataclass, field

from pairing.plans import Choice
from tournaments.models import Entry, Round
from tournaments.seating.planning.queries import Planned


@dataclass(frozen=True, slots=True)
class Outlook:
    """The next round at tables. ``obstacle`` is the sentence why it cannot be seated.

    ``spared`` were given a bye in it and ``elsewhere`` sit at another table, each with that table;
    they are not among those ``here``. After a final, which
    ``has_final`` says, no other round comes. With ``has_heats`` the rounds are seated as sessions.
    """

    number: int
    final_is_due: bool
    here: int
    sizes: str = ""
    byes: int = 0
    choices: tuple[Choice, ...] = ()
    open_round: Round | None = None
    over: bool = False
    has_final: bool = False
    has_heats: bool = False
    obstacle: str = ""
    plan: Planned | None = None
    spared: list[Entry] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PairOutlook:
    """The next round of a format for two. ``obstacle`` is the sentence why it cannot be seated.

    ``rounds`` is how many there are in all, None where that depends on who wins. ``waiting`` have
    no place in this format; ``is_played`` says that the planned rounds are behind. ``system`` and
    ``others`` name the format, and those that may stand in for it in this round.
    ``spared`` were given a bye in it and ``elsewhere`` sit at another table, each with that table;
    they are not among those ``here``. ``left`` are so many in a bracket that was drawn.
    """

    number: int
    here: int
    rounds: int | None
    rules: list[str]
    system: str
    others: tuple[str, ...] = ()
    open_round: Round | None = None
    over: bool = False
    is_played: bool = False
    may_add: bool = False
    obstacle: str = ""
    waiting: list[Entry] = field(default_factory=list)
    undecided: str = ""
    left: int | None = None
    spared: list[Entry] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
