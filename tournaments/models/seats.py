"""The tables of a round, and the seats at them."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.rounds import Round
from tournaments.models.stamped import Stamped, StampedQuerySet
from tournaments.names import remark_on_seat
from tournaments.wording import table_label

if TYPE_CHECKING:
    from tournaments.models.players import Player


class CountsFor(models.TextChoices):
    """For whom the result of a seat counts that was taken over.

    The one who began comes first: the seat was given to them, and nobody gets the result of a game
    that they did not begin unless a conductor says so.
    """

    BEGAN = "began", _("the one who began")
    PLAYS_ON = "plays_on", _("the one who plays on")
    NOBODY = "nobody", _("nobody")


class TablesAtTheirPlace(models.Manager["Table"]):
    """Reads where each table stands with it, so that no page asks for every table's room."""

    def get_queryset(self) -> models.QuerySet["Table"]:
        tables = StampedQuerySet["Table"](self.model, using=self._db)
        return tables.select_related("hall_table__room")


class Table(Stamped):
    """The players who play together in a round. ``version`` grows with each change at the table.

    ``number`` is its position inside the round, by which seatings are indexed. ``shown`` is the
    number that people look for: that of the hall table, if it stands at one.

    The deadlines are empty if the table follows the clock of its round (clock.services).
    """

    class Status(models.TextChoices):
        SEATED = "seated", _("seated")
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")

    class EndReason(models.TextChoices):
        TARGET = "target", _("a player reached the target")
        PLAYED = "played", _("the game was played")
        TIME = "time", _("no new hands")
        CONDUCTOR = "conductor", _("ended by the conductor")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    hall_table = models.ForeignKey(
        "tournaments.HallTable",
        null=True,
        on_delete=models.RESTRICT,
        related_name="tables",
        db_index=False,  # it has one of its own, which is made while people play
    )
    code = models.CharField(max_length=8, unique=True, editable=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.SEATED)
    end_reason = models.CharField(max_length=10, choices=EndReason.choices, blank=True)
    ended_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=0)

    warning_at = models.DateTimeField(null=True)
    cutoff_at = models.DateTimeField(null=True)
    force_end_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    clock_epoch = models.PositiveIntegerField(default=0)

    # One of its own, which stamps what it updates as that of Stamped does.
    objects: ClassVar[models.Manager["Table"]] = TablesAtTheirPlace()  # type: ignore[assignment]

    class Meta:
        ordering = ["round", "number"]
        indexes = [models.Index(fields=["hall_table"], name="tables_by_hall_table")]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once_per_round"),
            models.CheckConstraint(
                condition=Q(
                    warning_at=None, cutoff_at=None, force_end_at=None, ends_at=None, paused_at=None
                )
                | Q(
                    warning_at__isnull=False,
                    cutoff_at__isnull=False,
                    force_end_at__isnull=False,
                    ends_at__isnull=False,
                    warning_at__lte=F("cutoff_at"),
                    cutoff_at__lte=F("force_end_at"),
                    force_end_at__lte=F("ends_at"),
                ),
                name="deadlines_of_a_table_in_order",
            ),
            models.CheckConstraint(
                condition=(Q(status="finished", ended_at__isnull=False) & ~Q(end_reason=""))
                | (~Q(status="finished") & Q(ended_at=None, end_reason="")),
                name="finished_table_says_when_and_why",
            ),
        ]

    def __str__(self) -> str:
        return table_label(self.shown, self.room_name)

    @property
    def shown(self) -> int:
        """The number that people look for."""
        return self.hall_table.number if self.hall_table else self.number

    @property
    def room_name(self) -> str:
        """The name of the room that it stands in; empty where the event has no rooms."""
        return self.hall_table.room.name if self.hall_table and self.hall_table.room else ""

    @property
    def has_own_clock(self) -> bool:
        """Whether this table has deadlines of its own."""
        return self.ends_at is not None

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.code])


class Seat(models.Model):
    """One player's place at a table. ``position`` counts from 1 in turn order."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    # Also the round of the table; stored here so that a constraint refuses a player at two tables.
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    # Placed by a conductor: new proposals leave this player at this table.
    locked = models.BooleanField(default=False)
    # Only fills the seat: the result holds a place at the table, and counts for nobody.
    helps = models.BooleanField(default=False, db_default=False)
    # Somebody else took the seat over in the middle of the game: who plays on here for the one
    # whose result it is, or who began here before.
    played_by = models.ForeignKey(
        "tournaments.Player",
        null=True,
        on_delete=models.RESTRICT,
        related_name="+",
        db_index=False,  # few seats have one, see below
    )
    begun_by = models.ForeignKey(
        "tournaments.Player",
        null=True,
        on_delete=models.RESTRICT,
        related_name="+",
        db_index=False,
    )

    class Meta:
        ordering = ["table", "position"]
        constraints = [
            models.UniqueConstraint(fields=["table", "position"], name="one_player_per_seat"),
            models.UniqueConstraint(
                fields=["round", "entry"], name="one_seat_per_player_and_round"
            ),
            models.CheckConstraint(condition=Q(position__gte=1), name="seats_count_from_one"),
            models.CheckConstraint(
                condition=Q(played_by=None) | Q(begun_by=None), name="seat_taken_over_once"
            ),
        ]
        indexes = [
            models.Index(
                fields=["played_by"], condition=Q(played_by__isnull=False), name="seats_played_on"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} ({self.table}, {self.position})"

    @property
    def is_taken_over(self) -> bool:
        """Whether somebody took it over in the middle of the game."""
        return bool(self.played_by_id or self.begun_by_id)

    @property
    def sitting(self) -> "Player":
        """Who sits here now."""
        return self.played_by or self.entry.player

    @property
    def remark(self) -> str:
        """Who counts, where that is not simply the one who is named; else empty."""
        return remark_on_seat(
            self.entry.player.shown_name,
            self.played_by.shown_name if self.played_by else None,
            self.begun_by.shown_name if self.begun_by else None,
            helps=self.helps,
        )


def sitting_in(path: str = "") -> Coalesce:
    """Who sits in a seat now: who took it over, or whose it is. ``path`` leads to it: "seat__"."""
    return Coalesce(f"{path}played_by_id", f"{path}entry__player_id")


#: In queries of seats themselves.
SITTING = sitting_in()


def seats_of(player: Any) -> models.QuerySet[Seat]:
    """The seats in which somebody sits now."""
    own = Seat.objects.filter(entry__player=player, played_by=None).order_by().values("pk")
    taken_over = Seat.objects.filter(played_by=player).order_by().values("pk")
    return Seat.objects.filter(pk__in=own.union(taken_over, all=True))
