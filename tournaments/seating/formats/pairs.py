"""The common part of all formats for two: the page of the next round, and changes at the tables.

The rules that the rulebooks leave open are stated on that page: see ``rules``.
"""

from abc import abstractmethod
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Round, Session, Tournament
from tournaments.names import by_name
from tournaments.person_fields import Text
from tournaments.seating import byes, errors, roster
from tournaments.seating.formats.base import Choices, Format, Matches, Task
from tournaments.seating.formats.outlook import PairOutlook
from tournaments.seating.head_to_head import changes
from tournaments.seating.merits import IS_DISQUALIFIED

#: How players are numbered before the first round.
ORDERS: dict[str, Text] = {
    Tournament.FirstRound.LOT: _("The order before the first round is drawn by lot."),
    Tournament.FirstRound.RATING: _(
        "The order before the first round is that of the ratings, the highest first. People with "
        "the same rating are drawn by lot; those without one come last."
    ),
    Tournament.FirstRound.SEED: _(
        "The order before the first round is that of the seeds on the roster, 1 first. People with "
        "the same seed are drawn by lot; those without one come last."
    ),
}


class Pairs(Format):
    """A format for two at a table."""

    others: tuple[str, ...] = ()
    may_join = True
    alone_sits_out = True

    # --- What the pages say ---

    def reason(self, round_: Round) -> str:
        rule, order, *_rest = self.rules(round_.tournament)
        return f"{rule} {order}" if round_.number == 1 else rule

    def rules(self, tournament: Tournament) -> list[str]:
        rule, *rest = self.own_rules()
        return [rule, str(ORDERS[tournament.first_round]), *rest]

    @abstractmethod
    def own_rules(self) -> list[str]:
        """Return the rules of the format in sentences, the most important first."""

    def matches(self, round_: Round) -> Matches:
        return Matches()

    def outlook(self, tournament: Tournament) -> PairOutlook:
        """Return the outlook on the next round of a tournament for two. Ten queries at most."""
        rounds = list(tournament.rounds.order_by("number"))
        for round_ in rounds:
            round_.tournament = tournament
        open_round = next((r for r in rounds if r.status != Round.Status.CLOSED), None)
        able = tournament.entries.filter(status=Entry.Status.CHECKED_IN).exclude(IS_DISQUALIFIED)
        here = by_name(
            able.order_by("pk").select_related("player"), lambda entry: entry.player.shown_name
        )
        spared = byes.people_with_a_bye(tournament, len(rounds) + 1)
        elsewhere = roster.sitting_elsewhere(tournament, here, but=None)
        out = {entry.pk for entry in spared} | elsewhere.keys()
        planned = self.rounds_in_all(tournament, here, rounds)
        is_played = planned is not None and 0 < len(rounds) >= planned
        return PairOutlook(
            number=len(rounds) + 1,
            here=sum(entry.pk not in out for entry in here),
            spared=spared,
            elsewhere=list(elsewhere.values()),
            rounds=planned,
            rules=self.rules(tournament),
            system=self.key,
            others=self.others,
            open_round=open_round,
            over=tournament.has_ended,
            is_played=is_played,
            may_add=is_played and bool(self.others),
            obstacle="" if len(here) >= 2 or rounds else str(errors.NobodyToPlay()),
            waiting=self.without_place(tournament, here) if rounds else [],
        )

    def rounds_in_all(
        self, tournament: Tournament, here: Sequence[Entry], rounds: Sequence[Round]
    ) -> int | None:
        """How many rounds there are in all; None where that depends on who wins."""
        return tournament.rounds_planned

    def without_place(self, tournament: Tournament, here: Sequence[Entry]) -> list[Entry]:
        """Who of those here has no place in the order that was drawn."""
        return []

    def heat(self, session: Session, choices: Choices, draft: Round | None = None) -> Task:
        """Who meets whom follows from the rounds before: they come one after the other."""
        raise errors.OneRoundAtATime

    # --- Changing the tables of a round ---

    def smallest_left(self, tournament: Tournament) -> int:
        return tournament.table_min

    def tidy(self, round_: Round) -> None:
        changes.leave_nobody_alone(round_)

    def waits(self, round_: Round, entry: Entry, *, byes: bool) -> bool:
        """In a round robin somebody new needs another with a bye."""
        return self.names(round_, entry) and (self.may_join or entry.seed is not None or byes)

    def names(self, round_: Round, entry: Entry) -> bool:
        return round_.kind == Round.Kind.PRELIMINARY

    def check_newcomer(self, entry: Entry) -> None:
        """Anybody may come."""

    def opponent(self, byes: Sequence[Entry]) -> Entry | None:
        return byes[0] if byes else None

    def number(self, tournament: Tournament, entries: Iterable[Entry]) -> None:
        changes.number_newcomers(tournament, entries)

    # --- The plan before, the end after ---

    def check_plan(self) -> None:
        raise errors.PlanNotHeadToHead

    def play_out(self, tournament: Tournament, last: Round) -> None:
        """There is nothing to play out."""
