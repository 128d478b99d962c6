"""The standings that a round is seated from, as plain values.

The caller passes them in. This package does not compute standings, nor does it ask for them:
``standings.next_round`` brings them up to date first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pairing.tables import Person
from tournaments.models import Entry, Standing, Tournament

#: ``pairing`` counts in whole units; this many to a point of the score divide into whatever a place
#: is worth when up to twelve people share it.
SCORE_UNITS = 27_720

#: That of the results which the stored rows were computed from.
VERSION = "tournament__standings_state__standings_version"


class RankingOutdated(Exception):  # noqa: N818 - the caller computes it again and tries again
    """The results have changed since the ranking was computed."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Rank (1 first), score, number of games and place by entry id. Who ties shares a place.

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
    """The ranking as it was computed last. One query, so that the version is that of the rows."""
    rows = list(
        Standing.objects.filter(tournament=tournament)
        .order_by("rank")
        .values_list("entry_id", "rank", "score", "games", "place", VERSION)
    )
    return Ranking(
        version=rows[0][-1] if rows else None,
        ranks={entry: rank for entry, rank, *_others in rows},
        scores={entry: Fraction(score) for entry, _rank, score, *_others in rows},
        games={entry: games for entry, _rank, _score, games, *_others in rows},
        places={entry: place for entry, _rank, _score, _games, place, _version in rows},
    )
