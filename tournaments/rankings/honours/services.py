"""The verbs of classes, teams and prizes: set up, register, give, and take back.

A team's games are computed after the commit, as the rows of the ranking are.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from tournaments import ledger, locking, signals
from tournaments.errors import RowGone
from tournaments.ledger import Actor
from tournaments.models import (
    Player,
    Ranking,
    RankingClass,
    RankingClassMember,
    RankingPrize,
    RankingTeam,
    RankingTeamMember,
)
from tournaments.punctuation import listed
from tournaments.rankings.honours import errors, queries
from tournaments.rankings.services import compute_after
from tournaments.reasons import as_kept
from tournaments.seen import changed_by, check_not_added, check_still
from tournaments.transactions import atomic
from tournaments.verbs import Verb

#: A prize for a place behind this one would be a slip of the keyboard.
LAST_PLACE = 100

R = TypeVar("R", bound=Model)


# --- Classes --------------------------------------------------------------------------------------


@atomic
def add_class(
    ranking: Ranking, *, by: Actor, at: datetime, name: str, rule: str, members: str
) -> RankingClass:
    """Set up a class; ``members`` are names, one a line. Raises a RankingRefused."""
    ranking = locking.lock_ranking(ranking.pk)
    name = _free_name(name, ranking.classes.values_list("name", flat=True))
    people = queries.people_in(ranking.event, members)
    made = RankingClass.objects.create(ranking=ranking, name=name, rule=rule)
    _put_in(made, people)
    after = {"class": name, "rule": rule, "members": _names(people)}
    _record(ranking, Verb.ADD_RANKING_CLASS, by=by, at=at, after=after)
    _publish(ranking)
    return made


@atomic
def change_class(
    of_class: RankingClass,
    *,
    by: Actor,
    at: datetime,
    seen: Mapping[str, Any] | None = None,
    **values: str,
) -> RankingClass:
    """Change the name, the rule or the members of a class, of those that were ``seen`` before.

    Raises ChangedMeanwhile or a RankingRefused.
    """
    ranking = locking.lock_ranking(of_class.ranking_id)
    of_class = _still(ranking.classes.all(), of_class.pk)
    now = queries.values_of_class(of_class)
    changed = {
        key: value for key, value in changed_by(values, seen, now).items() if value != now[key]
    }
    if not changed:
        return of_class
    if "name" in changed:
        others = ranking.classes.exclude(pk=of_class.pk).values_list("name", flat=True)
        changed["name"] = _free_name(changed["name"], others)
    before = {key: now[key] for key in changed}
    after = dict(changed)
    if "members" in changed:
        people = queries.people_in(ranking.event, changed["members"])
        before["members"], after["members"] = now["members"].splitlines(), _names(people)
        of_class.members.exclude(player__in=people).delete()
        known = set(of_class.members.values_list("player_id", flat=True))
        _put_in(of_class, [one for one in people if one.pk not in known])
    for key in changed.keys() - {"members"}:
        setattr(of_class, key, changed[key])
    of_class.save()
    said = {"class": now["name"]}
    _record(
        ranking, Verb.CHANGE_RANKING_CLASS, by=by, at=at, before=said | before, after=said | after
    )
    _publish(ranking)
    return of_class


@atomic
def remove_class(of_class: RankingClass, *, by: Actor, at: datetime, seen: str = "") -> None:
    """Remove a class that has no prizes. Raises HasPrizes or ChangedSinceSeen."""
    ranking = locking.lock_ranking(of_class.ranking_id)
    of_class = _still(ranking.classes.all(), of_class.pk)
    now = queries.values_of_class(of_class)
    check_still(seen, now)
    if of_class.prizes.exists():
        raise errors.HasPrizes(name=of_class.name)
    of_class.delete()
    before = {
        "class": now["name"], "rule": now["rule"], "members": now["members"].splitlines(),
    }  # fmt: skip
    _record(ranking, Verb.REMOVE_RANKING_CLASS, by=by, at=at, before=before)
    _publish(ranking)


def _put_in(of_class: RankingClass, people: Collection[Player]) -> None:
    RankingClassMember.objects.bulk_create(
        RankingClassMember(of_class=of_class, player=player) for player in people
    )


# --- Teams ----------------------------------------------------------------------------------------


@atomic
def register_team(
    ranking: Ranking, *, by: Actor, at: datetime, name: str, members: str
) -> RankingTeam:
    """Register a team; ``members`` are names, one a line. Only what begins later counts for it.

    They are noted as a team on the roster, so that seating keeps them apart and no pick-up game
    has two of them. Raises a RankingRefused.
    """
    ranking = locking.lock_ranking(ranking.pk)
    name = _free_name(name, ranking.teams.values_list("name", flat=True))
    people = queries.people_in(ranking.event, members)
    if not ranking.team_from <= len(people) <= ranking.team_to:
        raise errors.TeamSize(field="members", fewest=ranking.team_from, most=ranking.team_to)
    people = list(locking.lock_players(one.pk for one in people).values())
    taken = RankingTeamMember.objects.filter(ranking=ranking, player__in=people)
    if one := taken.select_related("player", "team").order_by("pk").first():
        facts = {"name": one.player.shown_name, "team": one.team.name}
        raise errors.AlreadyInTeam(field="members", **facts)
    made = RankingTeam.objects.create(ranking=ranking, name=name, registered_at=at)
    RankingTeamMember.objects.bulk_create(
        RankingTeamMember(ranking=ranking, team=made, player=player, noted=player.team)
        for player in people
    )
    Player.objects.filter(pk__in=[one.pk for one in people]).update(team=name)
    after = {"team": name, "members": _names(people)}
    _record(ranking, Verb.REGISTER_TEAM, by=by, at=at, after=after)
    _teams_changed(ranking, at)
    return made


@atomic
def withdraw_team(team: RankingTeam, *, by: Actor, at: datetime) -> None:
    """Take a team that has no prize off a ranking; the roster notes of its members what it noted
    before. Raises HasPrizes."""
    ranking = locking.lock_ranking(team.ranking_id)
    team = _still(ranking.teams.all(), team.pk)
    if team.prizes.exists():
        raise errors.HasPrizes(name=team.name)
    noted = dict(team.members.values_list("player_id", "noted"))
    people = list(locking.lock_players(noted).values())
    for one in people:
        one.team = noted[one.pk] if one.team == team.name else one.team
    Player.objects.bulk_update(people, ["team"])
    before = {"team": team.name, "members": _names(people)}
    team.delete()
    _record(ranking, Verb.WITHDRAW_TEAM, by=by, at=at, before=before)
    _teams_changed(ranking, at)


def _teams_changed(ranking: Ranking, at: datetime) -> None:
    ranking.version += 1
    ranking.save(update_fields=["version"])
    signals.publish(signals.roster_changed, event_id=ranking.event_id)
    compute_after(ranking, at)


# --- Prizes ---------------------------------------------------------------------------------------


@atomic
def add_prize(
    ranking: Ranking,
    *,
    by: Actor,
    at: datetime,
    of: str,
    place: int,
    label: str,
    of_class: int | None = None,
    seen: int | None = None,
) -> RankingPrize:
    """Add a prize for a place of a list; ``of_class`` is the key of a class, for one of a class.

    Raises a RankingRefused, and AddedSinceSeen if the same was added after ``seen``, the key of the
    newest prize.
    """
    ranking = locking.lock_ranking(ranking.pk)
    label = label.strip()
    if not label:
        raise errors.HonourNeedsName(field="label")
    if not 1 <= place <= LAST_PLACE:
        raise errors.NoPlace(field="place", most=LAST_PLACE)
    found = ranking.classes.filter(pk=of_class).first() if of_class else None
    if (found is None) is (of == RankingPrize.Of.CLASS) or of not in RankingPrize.Of.values:
        raise errors.NoSuchClass(field="of")
    wanted = {"of": of, "of_class": found, "place": place, "label": label}
    check_not_added(ranking.prizes.filter(**wanted), seen)
    made = ranking.prizes.create(**wanted)
    _record(ranking, Verb.ADD_PRIZE, by=by, at=at, after=_prize_in_words(made))
    _publish(ranking)
    return made


@atomic
def give_prize(
    prize: RankingPrize,
    to: Player | RankingTeam | None,
    *,
    by: Actor,
    at: datetime,
    reason: str = "",
    seen: Mapping[str, Any] | None = None,
) -> RankingPrize:
    """Note who got a prize, or with None that nobody did. It may be somebody who is not due it.

    A ``reason`` is needed where others stand at its place too, or only others. ``seen`` has what
    ``queries.values_given`` said before. Raises ChangedMeanwhile, WrongWinner or PrizeNeedsReason.
    """
    ranking = locking.lock_ranking(prize.ranking_id)
    prize = _still(ranking.prizes.select_related("player", "team", "of_class"), prize.pk)
    prize.ranking = ranking
    wanted = {"to": str(to.pk) if to else "", "reason": as_kept(reason) if to else ""}
    now = queries.values_given(prize)
    if now | changed_by(wanted, seen, now) == now:  # nothing new
        return prize
    _check_winner(prize, to)
    if to and not wanted["reason"]:
        _check_due(prize, to)
    before = _prize_in_words(prize)
    prize.player = to if isinstance(to, Player) else None
    prize.team = to if isinstance(to, RankingTeam) else None
    prize.given_at = at if to else None
    prize.given_by = by.name if to else ""
    prize.reason = wanted["reason"]
    prize.save()
    after = _prize_in_words(prize)
    _record(ranking, Verb.GIVE_PRIZE, by=by, at=at, before=before, after=after)
    _publish(ranking)
    return prize


@atomic
def remove_prize(prize: RankingPrize, *, by: Actor, at: datetime, seen: str = "") -> None:
    """Remove a prize, whoever has it. Raises ChangedSinceSeen."""
    ranking = locking.lock_ranking(prize.ranking_id)
    prize = _still(ranking.prizes.select_related("player", "team", "of_class"), prize.pk)
    check_still(seen, queries.values_of_prize(prize))
    before = _prize_in_words(prize)
    prize.delete()
    _record(ranking, Verb.REMOVE_PRIZE, by=by, at=at, before=before)
    _publish(ranking)


def _check_winner(prize: RankingPrize, to: Player | RankingTeam | None) -> None:
    if isinstance(to, RankingTeam):
        fits = prize.of == RankingPrize.Of.TEAMS and to.ranking_id == prize.ranking_id
    elif isinstance(to, Player):
        fits = prize.of != RankingPrize.Of.TEAMS and to.event_id == prize.ranking.event_id
    else:
        fits = True
    if not fits:
        raise errors.WrongWinner(field="to")


def _check_due(prize: RankingPrize, to: Player | RankingTeam) -> None:
    """Raise PrizeNeedsReason unless nobody else stands at the place of a prize."""
    due = queries.due_for(prize)
    if any(one != to for one in due):
        names = listed(queries.name_of(one) for one in due)
        raise errors.PrizeNeedsReason(field="reason", name=queries.name_of(to), names=names)


def _prize_in_words(prize: RankingPrize) -> dict[str, Any]:
    said: dict[str, Any] = {"prize": prize.label, "of": prize.of, "place": prize.place}
    if prize.of_class:
        said["class"] = prize.of_class.name
    if prize.player:
        said["to"] = prize.player.name
    if prize.team:
        said["team"] = prize.team.name
    if prize.reason:
        said["reason"] = prize.reason
    return said


# --- Shared steps ---------------------------------------------------------------------------------


def _still(rows: QuerySet[R], pk: int) -> R:
    """A row below the ranking that is locked. Raises RowGone."""
    found = rows.filter(pk=pk).first()
    if found is None:
        raise RowGone
    return found


def _free_name(name: str, taken: Collection[str]) -> str:
    name = " ".join(name.split())
    if not name:
        raise errors.HonourNeedsName(field="name")
    if name.casefold() in {one.casefold() for one in taken}:
        raise errors.NameTaken(field="name", name=name)
    return name


def _names(people: Collection[Player]) -> list[str]:
    return [one.name for one in people]


def _record(ranking: Ranking, verb: Verb, **facts: Any) -> None:
    ledger.record(ranking.event_id, verb, ranking, **facts)


def _publish(ranking: Ranking) -> None:
    signals.publish(signals.ranking_changed, event_id=ranking.event_id, ranking_id=ranking.pk)
