"""The read models of classes, teams and prizes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from scoring.conventions.prizes import due, iron_man
from scoring.conventions.ranking import of_class
from tournaments.models import (
    Event,
    Player,
    Ranking,
    RankingClass,
    RankingClassMember,
    RankingPrize,
    RankingRow,
    RankingTeam,
    RankingTeamMember,
    Table,
)
from tournaments.punctuation import listed
from tournaments.rankings.honours import errors
from tournaments.rankings.queries import categories_of, counting_parts, tables_of
from tournaments.seen import digest

#: As many of the iron man are shown.
TOP = 10
#: The lists of prizes in the order of the page.
LISTS = list(RankingPrize.Of.values)


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody, or a team, at a place of a list; without a place while categories are missing."""

    who: Any
    place: int | None
    score: str = "0"


@dataclass(frozen=True, slots=True)
class ClassShown:
    """A class, and its members in the order of the ranking; ``others`` have no result yet."""

    of_class: RankingClass
    placed: list[Placed]
    others: list[Player]

    @property
    def name(self) -> str:
        return self.of_class.name


@dataclass(frozen=True, slots=True)
class TeamPart:
    """A member's game that counts for their team: in a category, or as a final."""

    player: Player | None
    table: Table | None
    value: str
    category: str = ""


@dataclass(frozen=True, slots=True)
class TeamShown:
    """A team, its members, and the games that count."""

    team: RankingTeam
    members: list[Player]
    parts: list[TeamPart]


@dataclass(frozen=True, slots=True)
class PrizeShown:
    """A prize, the name of its list, and those who stand at its place now."""

    prize: RankingPrize
    due: list[Any]

    @property
    def winner(self) -> Player | RankingTeam | None:
        return self.prize.player or self.prize.team

    @property
    def seen(self) -> str:
        """The prize as the page showed it, for the button that removes it."""
        return digest(values_of_prize(self.prize))


@dataclass(frozen=True, slots=True)
class Honours:
    """The lists of a ranking beside the one of everybody."""

    iron: list[Placed]
    classes: list[ClassShown]
    teams: list[TeamShown]
    prizes: list[PrizeShown]


def honours(ranking: Ranking) -> Honours:
    """Nine queries at most, however many people there are."""
    rows = list(ranking.rows.select_related("player").order_by("rank"))
    iron = iron_of(rows)
    classes = _classes(ranking, rows)
    teams = _teams(ranking)
    standing: dict[tuple[str, int | None], list[tuple[Any, int | None]]] = {
        (RankingPrize.Of.OVERALL, None): [(row.player, row.place) for row in rows],
        (RankingPrize.Of.IRON, None): [(one.who, one.place) for one in iron],
        (RankingPrize.Of.TEAMS, None): [(one.team, one.team.place) for one in teams],
    }
    for shown in classes:
        key = (RankingPrize.Of.CLASS, shown.of_class.pk)
        standing[key] = [(one.who, one.place) for one in shown.placed]
    prizes = ranking.prizes.select_related("player", "team", "of_class", "ranking__event")
    return Honours(
        iron[:TOP],
        classes,
        teams,
        [
            PrizeShown(one, due(standing[one.of, one.of_class_id], one.place))
            for one in sorted(
                prizes.order_by("of_class__name", "place", "pk"),
                key=lambda one: LISTS.index(one.of),
            )
        ],
    )


def iron_of(rows: Iterable[RankingRow]) -> list[Placed]:
    """Everybody with a result by the sum over all categories."""
    found = {row.player: row for row in rows if row.details["categories"]}
    sums = {player: row.iron_sum for player, row in found.items()}
    names = {player: player.shown_name for player in found}
    return [Placed(who, place, found[who].iron) for who, place in iron_man(sums, names)]


def _classes(ranking: Ranking, rows: list[RankingRow]) -> list[ClassShown]:
    members: dict[int, list[Player]] = {}
    for member in _members(ranking):
        members.setdefault(member.of_class_id, []).append(member.player)
    totals = {row.player: row.total for row in rows}
    standing = [(row.player, row.place) for row in rows]
    found = []
    for one in ranking.classes.order_by("name", "pk"):
        of_it = members.get(one.pk, [])
        placed = [Placed(who, place, totals[who]) for who, place in of_class(standing, set(of_it))]
        found.append(ClassShown(one, placed, [who for who in of_it if who not in totals]))
    return found


def _members(ranking: Ranking) -> Iterable[RankingClassMember]:
    members = RankingClassMember.objects.filter(of_class__ranking=ranking)
    return members.select_related("player").order_by("player__shown_name", "pk")


def _teams(ranking: Ranking) -> list[TeamShown]:
    teams = list(ranking.teams.order_by(F("place").asc(nulls_last=True), "name", "pk"))
    if not teams:
        return []
    members: dict[int, list[Player]] = {}
    of_ranking = RankingTeamMember.objects.filter(ranking=ranking).select_related("player")
    for member in of_ranking.order_by("player__shown_name", "pk"):
        members.setdefault(member.team_id, []).append(member.player)
    people = {player.pk: player for of_team in members.values() for player in of_team}
    tables = tables_of([one["game"] for team in teams for one in _said(team)])
    names = categories_of(ranking, counting_parts(ranking))
    return [
        TeamShown(
            team,
            members.get(team.pk, []),
            [
                TeamPart(
                    people.get(one["player"]),
                    tables.get(one["game"]),
                    one["value"],
                    names.get(one.get("category", ""), one.get("category", "")),
                )
                for one in _said(team)
            ],
        )
        for team in teams
    ]


def _said(team: RankingTeam) -> list[dict[str, Any]]:
    return list(team.details.get("parts", ()))


# --- What forms show and read ---------------------------------------------------------------------


def values_of_class(of_class: RankingClass) -> dict[str, Any]:
    """The values of a class; its members as people write them, one name a line. One query."""
    members = of_class.members.select_related("player").order_by("player__shown_name", "pk")
    names = "\n".join(one.player.shown_name for one in members)
    return {"name": of_class.name, "rule": of_class.rule, "members": names}


def values_of_prize(prize: RankingPrize) -> dict[str, Any]:
    return {
        "of": prize.of,
        "of_class": prize.of_class_id,
        "place": prize.place,
        "label": prize.label,
        **values_given(prize),
    }


def due_for(prize: RankingPrize) -> list[Player | RankingTeam]:
    """Those who stand at the place of a prize now; nobody once it was removed."""
    prizes = honours(prize.ranking).prizes
    return next((one.due for one in prizes if one.prize == prize), [])


def values_given(prize: RankingPrize) -> dict[str, str]:
    """Who got a prize and why, as the form about it sends them."""
    return {"to": winner_key(prize), "reason": prize.reason}


def winner_key(prize: RankingPrize) -> str:
    """The winner of a prize as a select sends them, or ""."""
    return str(prize.player_id or prize.team_id or "")


def may_win(prize: RankingPrize) -> dict[str, str]:
    """Whoever may get a prize, by key: first those who stand at its place."""
    first = {str(who.pk): name_of(who) for who in due_for(prize)}
    others: Mapping[str, str]
    if prize.of == RankingPrize.Of.TEAMS:
        others = {str(team.pk): team.name for team in prize.ranking.teams.order_by("name", "pk")}
    else:
        people = prize.ranking.event.players.order_by("shown_name", "pk")
        others = {str(pk): name for pk, name in people.values_list("pk", "shown_name")}
    return first | {key: name for key, name in others.items() if key not in first}


def name_of(who: Player | RankingTeam) -> str:
    return who.shown_name if isinstance(who, Player) else who.name


def people_in(event: Event, text: str) -> list[Player]:
    """The people whose names somebody wrote, one a line, each once. One query.

    A name is that of the roster, or as it is shown where several have the same. Raises
    NobodyCalled or SeveralCalled.
    """
    names = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    if not names:
        return []
    called: dict[str, list[Player]] = {}
    for player in event.players.order_by("pk"):
        for name in {player.name.casefold(), player.shown_name.casefold()}:
            called.setdefault(" ".join(name.split()), []).append(player)
    found = {}
    for name in names:
        meant = called.get(name.casefold(), [])
        if not meant:
            raise errors.NobodyCalled(field="members", name=name)
        if len(meant) > 1:
            shown = listed(one.shown_name for one in meant)
            raise errors.SeveralCalled(field="members", name=name, names=shown)
        found[meant[0].pk] = meant[0]
    return list(found.values())
