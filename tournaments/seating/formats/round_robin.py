"""Round robin: everyone plays everyone, once or twice."""

from collections.abc import Mapping, Sequence

from django.db.models import Max
from django.utils.translation import gettext as _

from pairing.head_to_head import Pairing, Record, round_robin
from tournaments.models import Entry, Round, Tournament
from tournaments.seating import errors
from tournaments.seating.formats.base import Found
from tournaments.seating.formats.paired_rounds import Drawn


class RoundRobin(Drawn):
    """Everyone plays everyone; with ``double`` once on each side."""

    def __init__(self, *, double: bool = False) -> None:
        pairing = Tournament.Pairing
        self.double = double
        self.key = str(pairing.DOUBLE_ROUND_ROBIN if double else pairing.ROUND_ROBIN)

    def schedule(self, count: int) -> Sequence[Pairing]:
        """All rounds for ``count`` numbers."""
        return round_robin(range(1, count + 1), double=self.double)

    def places_left(self, drawn: int, new: int) -> int:
        """The odd place, if there is one."""
        return drawn % 2

    def decided(
        self,
        tournament: Tournament,
        people: Sequence[Record],
        seeds: Mapping[int, int],
        *,
        number: int,
        played: int,
    ) -> tuple[str, Found | None]:
        schedule = self.schedule(len(seeds))
        if played >= len(schedule):
            raise errors.RoundsArePlayed(rounds=played)
        by_seed = {seed: entry for entry, seed in seeds.items()}
        here = {person.key for person in people if person.here}
        pairing = schedule[played]
        tables, byes = [], [] if pairing.bye is None else [by_seed[pairing.bye]]
        for pair in pairing.pairs:
            present = [by_seed[seed] for seed in pair if by_seed[seed] in here]
            if len(present) == 2:
                tables.append(present)
            else:
                byes += present
        if not tables:
            raise errors.NobodyToPlay
        return Round.Kind.PRELIMINARY, Found(tables, [entry for entry in byes if entry in here])

    # --- What the pages say ---

    def own_rules(self) -> list[str]:
        return [
            _("Everyone plays everyone twice, once on each side.")
            if self.double
            else _("Everyone plays everyone once."),
            _("Pairings follow the Berger tables."),
            _("A player without an opponent has a bye, worth what the points scheme says."),
            _("A late arrival takes the odd place if there is one, and waits otherwise."),
        ]  # fmt: skip

    def rounds_in_all(
        self, tournament: Tournament, here: Sequence[Entry], rounds: Sequence[Round]
    ) -> int | None:
        return len(self.schedule(_places(tournament, here, rounds)))

    def without_place(self, tournament: Tournament, here: Sequence[Entry]) -> list[Entry]:
        late = [entry for entry in here if entry.seed is None]
        return late[tournament.entries.exclude(seed=None).count() % 2 :]


def _places(tournament: Tournament, here: Sequence[Entry], rounds: Sequence[Round]) -> int:
    """How many places there are: those here, or those for whom it was drawn."""
    if not rounds:
        return len(here)
    drawn = tournament.entries.aggregate(last=Max("seed"))["last"] or 0
    odd = drawn % 2 and any(entry.seed is None for entry in here)
    return drawn + 1 if odd else drawn
