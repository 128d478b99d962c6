"""Where an event plays: its rooms, and the tables of its hall."""

from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.stamped import Stamped, StampedQuerySet
from tournaments.wording import table_label


class Room(Stamped):
    """A room of an event. ``position`` is its place among them, from 1."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="rooms")
    name = models.CharField(_("name"), max_length=40)
    position = models.PositiveSmallIntegerField(default=1)
    note = models.CharField(_("note"), max_length=200, blank=True, default="")

    class Meta:
        ordering = ["event", "position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="room_name_once_per_event"),
            models.CheckConstraint(condition=~models.Q(name=""), name="room_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class TablesWithRooms(models.Manager["HallTable"]):
    """Reads the room of each hall table with it: whatever names the table names the room."""

    def get_queryset(self) -> StampedQuerySet["HallTable"]:
        return StampedQuerySet(self.model, using=self._db).select_related("room")


class HallTable(Stamped):
    """A table of the hall, with a number that no other table of the event has.

    The code stays on it and leads to what is played there now. A game's table in a round has a code
    of its own as well, which leads to that round for ever. ``seats`` is null where nobody said how
    many fit. An event without rooms has hall tables too, for their codes, and shows nothing else.
    """

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="hall_tables"
    )
    number = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=8, unique=True, editable=False)
    room = models.ForeignKey(
        Room, null=True, blank=True, on_delete=models.RESTRICT, related_name="hall_tables"
    )
    seats = models.PositiveSmallIntegerField(_("seats"), null=True, blank=True)
    step_free = models.BooleanField(_("step-free"), default=False)
    name = models.CharField(_("name"), max_length=40, blank=True, default="")

    # Stamped declares a manager of its own class.
    objects: ClassVar[models.Manager["HallTable"]] = TablesWithRooms()  # type: ignore[assignment]

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], name="hall_table_number_once_per_event"
            ),
        ]

    def __str__(self) -> str:
        return table_label(self.number, self.room.name if self.room else "")

    def get_absolute_url(self) -> str:
        return reverse("table-now", args=[self.code])
