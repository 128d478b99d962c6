"""Which rows of an event its copy has: each list of the event file is copied, or left behind."""

from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import Q, QuerySet

from tournaments.models import (
    Event,
    HallTable,
    Ranking,
    RankingClass,
    RankingPart,
    RankingPrize,
    Room,
    Session,
    Title,
    Tournament,
)


@dataclass(frozen=True, slots=True)
class Copied:
    """The rows of a model that a copy has, and how they differ from those of the event.

    ``path`` leads to the event. ``fresh`` columns begin at their default, ``spans`` are pairs of
    moments that go on by days, ``moments`` single ones; each other column stays as it is.
    """

    model: type[models.Model]
    path: str
    only: Q = Q()  # noqa: RUF009 - a condition is never changed
    fresh: frozenset[str] = frozenset()
    moments: tuple[str, ...] = ()
    spans: tuple[tuple[str, str], ...] = ()

    def rows(self, event: Event) -> QuerySet[Any]:
        return self.model._base_manager.filter(self.only, **{self.path: event}).order_by("pk")  # noqa: SLF001 - Django's documented API


#: Parents first. What was cancelled is left behind, and so is open play with its pick-up games.
COPIED: dict[str, Copied] = {
    "rooms": Copied(Room, "event"),
    "hall_tables": Copied(HallTable, "event", fresh=frozenset({"code"})),
    "titles": Copied(Title, "event"),
    "tournaments": Copied(
        Tournament,
        "event",
        only=Q(is_open_play=False) & ~Q(status=Tournament.Status.CANCELLED),
        fresh=frozenset({"status", "next_round_at", "clock_epoch", "lot_seed"}),
        moments=("closes_at",),
    ),
    "sessions": Copied(
        Session,
        "event",
        only=Q(cancelled_at=None)
        & ~Q(kind=Session.Kind.PICK_UP)
        & ~Q(tournament__status=Tournament.Status.CANCELLED),  # one that had been played by then
        fresh=frozenset({"taken", "waiting", "offered", "published_at", "revised_at", "version"}),
        spans=(("starts_at", "ends_at"), ("opens_at", "closes_at")),
    ),
    "rankings": Copied(
        Ranking, "event", fresh=frozenset({"version", "computed_version", "computed_at"})
    ),
    "ranking_parts": Copied(
        RankingPart, "ranking__event", fresh=frozenset({"games", "games_version"})
    ),
    "ranking_classes": Copied(RankingClass, "ranking__event"),
    "ranking_prizes": Copied(
        RankingPrize,
        "ranking__event",
        fresh=frozenset({"player_id", "team_id", "given_at", "given_by", "reason"}),
    ),
}
#: People, what they did, and what came of it.
LEFT = frozenset(
    {
        "players", "seating_needs", "entries", "announcements", "bookings", "pickups",
        "parties", "party_members", "party_bookings",
        "pickup_players", "ranking_class_members", "ranking_teams", "ranking_team_members",
        "kept_apart", "adjustments", "rounds", "tables", "seats", "heats", "byes", "sheets",
        "lines", "versions", "standings", "fixture_lists", "fixture_teams", "fixture_members",
        "fixture_weeks", "fixtures", "fixture_games",
    }
)  # fmt: skip
