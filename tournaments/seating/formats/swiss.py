"""The common part of the two Swiss systems."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from pairing.head_to_head import Pairing, Record
from tournaments.models import Entry, Round, Tournament
from tournaments.seating import errors, roster
from tournaments.seating.formats.base import Choices, Found, numbered
from tournaments.seating.formats.paired_rounds import Facts, PairedRounds


class Swiss(PairedRounds):
    """People with the same score meet, for as many rounds as planned or added."""

    def check_may_come(
        self, tournament: Tournament, rounds: Sequence[Round], choices: Choices
    ) -> None:
        super().check_may_come(tournament, rounds, choices)
        if choices.final is None and len(rounds) >= tournament.rounds_planned:
            raise errors.RoundsArePlayed(rounds=len(rounds))

    def places_left(self, drawn: int, new: int) -> int:
        """Anybody may start in any round."""
        return new

    def decided(
        self,
        tournament: Tournament,
        people: Sequence[Record],
        seeds: Mapping[int, int],
        *,
        number: int,
        played: int,
    ) -> tuple[str, Found | None]:
        if len([person for person in people if person.here]) < 2:
            raise errors.NobodyToPlay
        return Round.Kind.PRELIMINARY, None

    def apart(self, tournament: Tournament, here: Sequence[Entry]) -> frozenset[tuple[int, int]]:
        """Those kept apart, and people of one household."""
        pairs = roster.must_not_meet(tournament, here)
        return frozenset((min(pair), max(pair)) for pair in pairs)

    def search(self, facts: Facts) -> Found:
        made = self.pair(facts, [person for person in facts.people if person.here])
        byes = () if made.bye is None else (made.bye,)
        return numbered(Found([list(pair) for pair in made.pairs], byes), facts.fixed)

    @abstractmethod
    def pair(self, facts: Facts, here: Sequence[Record]) -> Pairing:
        """Who plays whom of those ``here``."""

    def own_rules(self) -> list[str]:
        return [
            self.rule(),
            _("A bye counts as a win for pairing, and nobody gets two. In the standings the points "
              "scheme decides."),
            _("Late arrivals start in the next round and score nothing for missed ones. Players "
              "not checked in are not paired, and keep their score."),
            _("People of one household or kept apart do not meet."),
        ]  # fmt: skip

    @abstractmethod
    def rule(self) -> str:
        """Return the rule of the system, in a sentence."""
