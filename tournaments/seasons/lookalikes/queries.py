"""Reads about look-alikes; the size of a field changes no number of queries."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.models import DifferentPeople, Player, Season, SeasonStanding
from tournaments.names import alike
from tournaments.seasons.people import any_of, key_of
from tournaments.seasons.queries import season_rows
from tournaments.seen import digest

#: More questions than these are on no page; what is left comes once some are answered.
MOST = 100


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who are shown together, and what a button about them has to have seen."""

    one: Player
    other: Player

    @property
    def seen(self) -> str:
        return digest(people_of(self.one, self.other))


@dataclass(frozen=True, slots=True)
class Question:
    """Two rows of a season that may be one person.

    ``pair`` are the players by whom the reader may answer: None unless they conduct an event of
    each.
    """

    one: SeasonStanding
    other: SeasonStanding
    pair: Pair | None


@dataclass(slots=True)
class Lookalikes:
    """The open questions of a season, the people who were joined, and those told apart."""

    questions: list[Question] = field(default_factory=list)
    joined: list[list[Player]] = field(default_factory=list)
    apart: list[tuple[DifferentPeople, Pair]] = field(default_factory=list)


def people_of(one: Player, other: Player) -> dict[str, str]:
    """Who two players are, whichever is named first."""
    lower, higher = sorted((one, other), key=lambda player: player.pk)
    return {"one": key_of(lower), "other": key_of(higher)}


def lookalikes(season: Season, events: Collection[int]) -> Lookalikes:
    """The look-alikes of a season; ``events`` are those of the reader.

    Three queries, and one if nobody looks like anybody.
    """
    rows = [row for row in season_rows(season) if row.player]
    named: dict[tuple[str, ...], list[SeasonStanding]] = defaultdict(list)
    for row in rows:
        named[alike(row.name_now)].append(row)
    groups = [group for group in named.values() if len(group) > 1]
    joined = {row.who for row in rows if row.player and row.player.person_id}
    asked = {row.who for group in groups for row in group}
    players = _players(asked | joined)
    found = Lookalikes(joined=_joined(players, events))
    if not players:
        return found
    people: dict[str, list[Player]] = defaultdict(list)
    for player in players:
        people[key_of(player)].append(player)
    apart = _apart(players)
    found.apart = [(row, Pair(row.one, row.other)) for row in apart if _may(row, events)]
    different = {frozenset((key_of(row.one), key_of(row.other))) for row in apart}
    for one, other in (pair for group in groups for pair in combinations(group, 2)):
        if frozenset((one.who, other.who)) not in different:
            pair = _pair(people[one.who], people[other.who], events)
            found.questions.append(Question(one, other, pair))
    found.questions = found.questions[:MOST]
    return found


def _players(keys: Iterable[str]) -> list[Player]:
    """All players who are one of these people, at any event. One query."""
    return list(Player.objects.filter(any_of(keys)).select_related("event").order_by("pk"))


def _joined(players: Iterable[Player], events: Collection[int]) -> list[list[Player]]:
    """Those of one person who have several names or details, and of whom the reader has one.

    Those of drafts of others are not among them.
    """
    people: dict[int, list[Player]] = defaultdict(list)
    for player in players:
        may_see = player.event_id in events or not player.event.is_draft
        if player.person_id and may_see:
            people[player.person_id].append(player)
    mine_first = [
        sorted(group, key=lambda player: (player.event_id not in events, player.pk))
        for group in people.values()
        if len({player.identity for player in group}) > 1
    ]
    return [group for group in mine_first if group[0].event_id in events]


def _apart(players: Iterable[Player]) -> list[DifferentPeople]:
    """All that was said of any two of these. One query."""
    rows = DifferentPeople.objects.filter(one__in=players, other__in=players)
    return list(rows.select_related("one__event", "other__event").order_by("pk"))


def _may(row: DifferentPeople, events: Collection[int]) -> bool:
    return row.one.event_id in events and row.other.event_id in events


def _pair(some: Iterable[Player], others: Iterable[Player], events: Collection[int]) -> Pair | None:
    """The players of events of the reader by whom two people are named."""
    one = next((player for player in some if player.event_id in events), None)
    other = next((player for player in others if player.event_id in events), None)
    return Pair(one, other) if one and other else None
