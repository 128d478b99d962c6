"""The standings that a round is seated from, as plain values.

The caller passes them in. This package does not compute standings, nor does it ask for them:
``standings.next_round`` brings them up to date first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from pairing.tables import Person
from scoring.measures import lot_number
from tournaments.models import Entry, Standing, Tournament
from tournaments.seating.merits import decided_order

#: ``pairing`` counts in whole units; this many to a point of the score divide into whatever a place
#: is worth when up to twelve people share it.
SCORE_UNITS = 27_720

#: That of the results which the stored rows were computed from.
VERSION = "tournament__standings_state__standings_version"


class RankingOutdated(Exception):  # noqa: N818 - the caller computes it again and tries again
    """The results have changed since the ranking was computed."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Rank (1 first), score, number of games and place by entry id. Who ties shares a place, and
    has a rank by lot unless a conductor decided.

    ``version`` is that of the results which the standings were computed from, None without rows.
    """

    version: int | None = None
    ranks: Mapping[int, int] = field(default_factory=dict)
    scores: Mapping[int, Fraction] = field(default_factory=dict)
    games: Mapping[int, int] = field(default_factory=dict)
    places: Mapping[int, int] = field(default_factory=dict)

    def rank_of(self, entry_id: int) -> int:
        """Somebody without a standing, such as a late arrival, ranks last."""
        return self.ranks.get(entry_id, len(self.ranks) + 1)

    def score_of(self, entry_id: int) -> Fraction:
        return self.scores.get(entry_id, Fraction(0))

    def ordered(self, entries: Iterable[Entry]) -> list[Entry]:
        """``entries``, the best first."""
        return sorted(entries, key=lambda entry: (self.rank_of(entry.pk), entry.pk))

    def as_people(self, entries: Iterable[Entry]) -> list[Person]:
        """``entries`` as ``pairing`` knows people."""
        return [
            Person(
                key=entry.pk,
                household=entry.player.household.strip().casefold(),
                team=entry.player.team.strip().casefold(),
                rank=self.rank_of(entry.pk),
                merit=int(self.score_of(entry.pk) * SCORE_UNITS),
            )
            for entry in entries
        ]

    def check_current(self, tournament: Tournament) -> None:
        """Raise RankingOutdated if ``tournament`` has other results by now."""
        if self.version is None:
            current = tournament.standings_are_current
        else:
            current = tournament.results_version == self.version
        if not current:
            raise RankingOutdated


def stored_ranking(tournament: Tournament) -> Ranking:
    """The ranking as it was computed last. One query, so that the version is that of the rows; one
    more where people share a place."""
    rows = list(
        Standing.objects.filter(tournament=tournament)
        .order_by("rank")
        .values_list(
            "entry_id", "place", "score", "games", "entry__player__identity", VERSION, named=True
        )
    )
    identities = {row.entry_id: row.entry__player__identity for row in rows}
    places = {row.entry_id: row.place for row in rows}
    decisions = decided_order(tournament) if len(set(places.values())) < len(places) else {}
    return Ranking(
        version=getattr(rows[0], VERSION) if rows else None,
        ranks=ranks_by_lot(
            places, lambda entry: lot_number(tournament.lot_seed, identities[entry]), decisions
        ),
        scores={row.entry_id: Fraction(row.score) for row in rows},
        games={row.entry_id: row.games for row in rows},
        places=places,
    )


def ranks_by_lot(
    places: Mapping[int, int], lot: Callable[[int], int], decisions: Mapping[int, object]
) -> dict[int, int]:
    """The rank of each entry, the best first: equals by their lots, the highest first.

    ``places`` are the rows of the standings in their order, and ``decisions`` tell which decision
    of a conductor put an entry in an order: where one did that for all equals, they keep it.
    """
    order: list[int] = []
    for _place, group in groupby(places, key=lambda entry: places[entry]):
        equals = list(group)
        made = {decisions.get(entry) for entry in equals}
        if len(equals) > 1 and (len(made) > 1 or None in made):
            equals.sort(key=lot, reverse=True)
        order += equals
    return {entry: rank for rank, entry in enumerate(order, start=1)}
