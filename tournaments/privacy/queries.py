"""Everything that is stored of one person at an event, for them to have."""

from collections.abc import Collection, Mapping
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Model, Q, QuerySet

from tournaments.models import (
    Adjustment,
    Bye,
    Call,
    ClockChange,
    Consent,
    DifferentPeople,
    Entry,
    FixtureGame,
    FixtureMember,
    KeptApart,
    LedgerEntry,
    Letter,
    Match,
    PartyMember,
    Person,
    Phone,
    PickUp,
    PickUpPlayer,
    Player,
    PlayerHold,
    PushSubscription,
    RankingClassMember,
    RankingPrize,
    RankingRow,
    RankingTeamMember,
    ScoreSheet,
    SeasonAdjustment,
    SeasonStanding,
    Seat,
    SeatingNeed,
    SheetLine,
    SheetVersion,
    Staff,
    Standing,
    StandingsState,
    Tournament,
)
from tournaments.privacy.visibility import SECRETS
from tournaments.seasons.people import key_of
from tournaments.texts import say
from tournaments.verbs import Verb

#: Rows that lead to a player and are not handed out to them, and why.
NOT_HANDED_OUT: dict[type[Model], str] = {
    KeptApart: "says whom somebody else does not want to meet",
    DifferentPeople: "says who somebody else is not",
    Staff: "belongs to an account",
    ScoreSheet: "belongs to a table: what the person did there are the acts at tables",
    Match: "belongs to a bracket: the result of a game that the person played",
    StandingsState: "belongs to a tournament: its winner is in the standings",
    PlayerHold: "follows from the sessions that the person is booked for",
    FixtureMember: "the games that follow from it are handed out",
}


def stored_of(player: Player, *, at: datetime) -> dict[str, Any]:
    """All rows about a player of an event, by what they are; a query for each, and for names."""
    sections = sections_of(player)
    found: dict[str, Any] = {key: [plain(row) for row in rows] for key, rows in sections.items()}
    return {"event": player.event.name, "written_at": at, **found}


def sections_of(player: Player) -> dict[str, QuerySet[Any]]:
    """The rows about a player, by what they are."""
    names = names_until(player)
    seats = Seat.objects.filter(entry__player=player)
    at_tables = _acts_of(player, names)
    return {
        "player": Player.objects.filter(pk=player.pk),
        "person": Person.objects.filter(players=player),
        "seating need": SeatingNeed.objects.filter(player=player),
        "entries": player.entries.order_by("pk"),
        "sessions": player.bookings.order_by("pk"),
        "party": PartyMember.objects.filter(player=player),
        "pick-up games asked for": PickUp.objects.filter(asked_by=player).order_by("pk"),
        "pick-up games": PickUpPlayer.objects.filter(player=player).order_by("pk"),
        "seats": Seat.objects.filter(
            Q(entry__player=player) | Q(played_by=player) | Q(begun_by=player)
        ).order_by("pk"),
        "byes": Bye.objects.filter(entry__player=player).order_by("pk"),
        "fixtures": FixtureGame.objects.filter(
            Q(home__player=player) | Q(away__player=player)
        ).order_by("pk"),
        "points": SheetLine.objects.filter(seat__in=seats).order_by("pk"),
        "acts at tables": SheetVersion.objects.filter(at_tables).order_by("pk"),
        "consents": Consent.objects.filter(at_tables).order_by("pk"),
        "calls for a conductor": Call.objects.made_by(player).order_by("pk"),
        "clock changes": ClockChange.objects.filter(
            _called(names, "actor"), tournament__event=player.event
        ).order_by("pk"),
        "standings": Standing.objects.filter(entry__player=player).order_by("pk"),
        "adjustments": Adjustment.objects.filter(entry__player=player).order_by("pk"),
        "season standings": SeasonStanding.objects.filter(who=key_of(player)).order_by("pk"),
        "season adjustments": SeasonAdjustment.objects.filter(player=player).order_by("pk"),
        "classes": RankingClassMember.objects.filter(player=player).order_by("pk"),
        "teams": RankingTeamMember.objects.filter(player=player).order_by("pk"),
        "prizes": RankingPrize.objects.filter(player=player).order_by("pk"),
        "rankings": RankingRow.objects.filter(player=player).order_by("pk"),
        "phones": Phone.objects.filter(player=player).order_by("pk"),
        "phones with messages": PushSubscription.objects.filter(phone__player=player).order_by(
            "pk"
        ),
        "letters": Letter.objects.filter(player=player).order_by("pk"),
        "ledger": LedgerEntry.objects.filter(
            _called(names, "actor") | _called(names, "subject"), event=player.event
        ).order_by("pk"),
    }


def goes_on_in(player: Player) -> list[Tournament]:
    """The tournaments that may still seat a player, erased or not. One query."""
    expected = (Entry.Status.ENTERED, Entry.Status.WAITING, Entry.Status.CHECKED_IN)
    entries = player.entries.filter(status__in=expected)
    entries = entries.exclude(tournament__status__in=Tournament.ENDED)
    found = entries.select_related("tournament").order_by("tournament__created_at", "tournament_id")
    return [entry.tournament for entry in found]


def _called(names: Mapping[str, datetime | None], column: str) -> Q:
    """Rows that name the player in a column, by a former name as long as they had it."""
    return reduce(
        or_,
        (
            Q(**{column: name}, **({"at__lte": until} if until else {}))
            for name, until in names.items()
        ),
    )


def _acts_of(player: Player, names: Collection[str]) -> Q:
    """The acts from the seats of a player that are the player's own.

    A seat that was taken over has those of two people, and a seat that was given back too: what a
    phone did has the name that the player had then, and an account is asked who sat there.
    """
    sat = Q(seat__entry__player=player) | Q(seat__played_by=player) | Q(seat__begun_by=player)
    alone = Q(seat__entry__player=player, seat__played_by=None, seat__begun_by=None)
    return (sat & Q(user=None, actor__in=list(names))) | (alone & Q(user__isnull=False))


def names_until(player: Player) -> dict[str, datetime | None]:
    """The names that the player has had at the event, each with the moment of the last change from
    it; None for that of now. One query.
    """
    names: dict[str, datetime | None] = {player.name: None}
    edits = LedgerEntry.objects.filter(event_id=player.event_id, verb=Verb.EDIT_PLAYER)
    for at, before, after in edits.order_by("-at", "-pk").values_list("at", "before", "after"):
        if after.get("name") in names and before.get("name"):
            names.setdefault(before["name"], at)
    return names


def names_of(player: Player) -> set[str]:
    """The names that the player has had at the event. One query."""
    return set(names_until(player))


def plain(row: Model) -> dict[str, Any]:
    """The columns of a row by name, without secrets."""
    secret = SECRETS.get(type(row), frozenset())
    fields = row._meta.concrete_fields  # noqa: SLF001 - documented
    values = {one.attname: getattr(row, one.attname) for one in fields if one.name not in secret}
    return {name: say(value) for name, value in values.items()}
