"""The reads behind the pages that delete: what would go, and whether anything was played."""

from typing import Any

from django.db.models import Q

from tournaments.models import (
    Adjustment,
    Booking,
    Bye,
    Call,
    Entry,
    Event,
    FixtureGame,
    FixtureMember,
    Player,
    RankingPrize,
    RankingTeamMember,
    Round,
    ScoreSheet,
    Seat,
    Tournament,
)
from tournaments.seen import digest

OPEN = FixtureGame.Status.OPEN
#: Formats that draw before the first round who plays whom: each number has its games.
DRAWN = (*Tournament.BRACKETS, *Tournament.ROUND_ROBINS)


def played(event: Event) -> list[Tournament]:
    """The tournaments of an event in which anything was started or reported. Four queries."""
    mine = {"tournament__event": event}
    started = Round.with_annulled.filter(**mine).exclude(started_at=None)
    found = set(started.values_list("tournament", flat=True))
    sheets = ScoreSheet.objects.filter(table__round__tournament__event=event)
    found |= set(sheets.values_list("table__round__tournament", flat=True))
    games = FixtureGame.objects.filter(fixture__week__fixture_list__tournament__event=event)
    list_of = "fixture__week__fixture_list__tournament"
    found |= set(games.exclude(status=OPEN).values_list(list_of, flat=True))
    return list(event.tournaments.filter(pk__in=found).order_by("created_at", "pk"))


def takes_part(player: Player) -> bool:
    """Whether anything at the event was made with a player. Eight queries at most."""
    mine = {"entry__player": player}
    drawn = Entry.objects.filter(player=player, tournament__pairing__in=DRAWN).exclude(seed=None)
    return (
        Seat.objects.filter(Q(**mine) | Q(played_by=player) | Q(begun_by=player)).exists()
        or Bye.objects.filter(**mine).exists()
        # Numbers are drawn with the first round, and free again if it is discarded.
        or drawn.exclude(tournament__rounds=None).exists()
        or Call.objects.filter(player=player).exists()
        or Adjustment.objects.filter(**mine, taken_back_at=None).exists()
        or FixtureMember.objects.filter(**mine).exists()
        or RankingTeamMember.objects.filter(player=player).exists()
        or RankingPrize.objects.filter(player=player).exists()
    )


def contents(tournament: Tournament) -> dict[str, Any]:
    """The contents that go with a tournament, in numbers. Four queries."""
    bookings = Booking.objects.filter(session__tournament=tournament, state__in=Booking.OPEN)
    return {
        "name": tournament.name,
        "entries": tournament.entries.count(),
        "rounds": tournament.rounds.count(),
        "sessions": tournament.sessions.count(),
        "bookings": bookings.count(),
    }


def contents_of_event(event: Event) -> dict[str, Any]:
    """The contents that go with an event, in numbers. Two queries."""
    return {
        "name": event.name,
        "players": event.players.count(),
        "tournaments": event.tournaments.count(),
    }


def mark(values: dict[str, Any]) -> str:
    """The contents in short, as the button that deletes them names what it saw."""
    return digest(values)
