"""Score sheets: one per hand, with a line per player and a version per change."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.ledger import AppendOnly, AppendOnlyRows


class ScoreSheet(models.Model):
    """Hand ``number`` of a table: dealt, reported, then confirmed, or disputed and ruled.

    A conductor may void it from anywhere. In a game with one sheet for the whole game the only
    hand is number 1.

    ``cutoff_at`` is the cutoff that held when the hand was dealt, so that the database itself
    refuses a hand after it, unless ``past_the_end`` says that every player at the table had agreed
    to overtime (express-tournament.txt, "Tournament time management").
    ``ended_early`` marks a hand that the conductor ended: it is scored as it stands.
    ``dealt_offline`` marks a hand dealt on a phone without a network; ``dealt_at`` is then the time
    of its clock. A reported sheet is confirmed at ``confirm_due_at`` unless somebody objects.
    ``version`` grows with each change, and each change adds a SheetVersion.
    """

    class Status(models.TextChoices):
        DEALT = "dealt", _("being played")
        REPORTED = "reported", _("reported")
        CONFIRMED = "confirmed", _("agreed")
        DISPUTED = "disputed", _("disputed")
        RULED = "ruled", _("ruled")
        VOIDED = "voided", _("voided")

    #: What totals and standings read. A disputed sheet counts as reported until it is ruled.
    COUNTED = (Status.REPORTED, Status.CONFIRMED, Status.DISPUTED, Status.RULED)
    #: What a seat may object to. What a conductor has ruled only a conductor changes.
    OBJECTABLE = (Status.REPORTED, Status.CONFIRMED, Status.DISPUTED)
    #: Counted, but not agreed yet, or disputed.
    OPEN = (Status.REPORTED, Status.DISPUTED)

    table = models.ForeignKey("tournaments.Table", on_delete=models.CASCADE, related_name="sheets")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DEALT)
    dealt_at = models.DateTimeField()
    dealt_offline = models.BooleanField(default=False)
    cutoff_at = models.DateTimeField()
    past_the_end = models.BooleanField(default=False)
    reported_at = models.DateTimeField(null=True)
    reported_by_seat = models.ForeignKey(
        "tournaments.Seat", null=True, on_delete=models.PROTECT, related_name="+"
    )
    confirm_due_at = models.DateTimeField(null=True)
    confirmed_at = models.DateTimeField(null=True)
    confirmed_by_seat = models.ForeignKey(
        "tournaments.Seat", null=True, on_delete=models.PROTECT, related_name="+"
    )
    went_out = models.ForeignKey(
        "tournaments.Seat", null=True, on_delete=models.PROTECT, related_name="+"
    )
    ended_early = models.BooleanField(default=False)
    # What the table wrote down, as the game's own score sheet has it (games.sheet.Sheet).
    data = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["table", "number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"],
                condition=~Q(status="voided"),
                name="hand_number_once_per_table",
            ),
            models.UniqueConstraint(
                fields=["table"], condition=Q(status="dealt"), name="one_hand_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(dealt_at__lte=F("cutoff_at")) | Q(past_the_end=True),
                name="no_hand_dealt_after_the_cutoff",
            ),
            models.CheckConstraint(
                condition=Q(status="dealt", reported_at=None, reported_by_seat=None)
                | Q(
                    status__in=["reported", "confirmed", "disputed", "ruled"],
                    reported_at__isnull=False,
                    reported_at__gte=F("dealt_at"),
                )
                | Q(status="voided"),
                name="reported_hand_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(confirm_due_at=None) | Q(status="reported"),
                name="only_a_reported_hand_waits_for_agreement",
            ),
            models.CheckConstraint(
                condition=Q(status="confirmed", confirmed_at__isnull=False)
                | (~Q(status="confirmed") & Q(confirmed_at=None, confirmed_by_seat=None)),
                name="confirmed_hand_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_by_seat=None)
                | Q(reported_by_seat=None)
                | ~Q(confirmed_by_seat=F("reported_by_seat")),
                name="who_reports_does_not_confirm",
            ),
            models.CheckConstraint(
                condition=Q(ended_early=False) | Q(went_out=None),
                name="nobody_went_out_of_a_hand_ended_early",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="hands_count_from_one"),
        ]
        indexes = [
            models.Index(
                fields=["confirm_due_at"],
                condition=Q(confirm_due_at__isnull=False),
                name="sheets_waiting_for_agreement",
            ),
        ]

    def __str__(self) -> str:
        return str(_("Hand %(number)s") % {"number": self.number})

    @property
    def is_counted(self) -> bool:
        return self.status in self.COUNTED

    @property
    def is_open(self) -> bool:
        """Whether it counts but is not agreed yet."""
        return self.status in self.OPEN


class SheetLine(models.Model):
    """The points of one player in one hand, and what the game itself breaks ties by.

    ``tie_breaks`` is a list of whole numbers, more is better, or null if the game has none.
    """

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="lines")
    seat = models.ForeignKey("tournaments.Seat", on_delete=models.PROTECT, related_name="lines")
    points = models.IntegerField()
    tie_breaks = models.JSONField(null=True)

    class Meta:
        ordering = ["sheet", "seat__position"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "seat"], name="one_line_per_player_and_hand"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.points}"


class SheetVersionRows(AppendOnlyRows["SheetVersion"]):
    """Versions. Two things change of one: its entry of the ledger is written, its key gets old."""

    def mark_in_ledger(self) -> int:
        """Note that the ledger has the entries of those that it did not have; how many."""
        return models.QuerySet.update(self.filter(in_ledger=False), in_ledger=True)

    def forget_key(self) -> None:
        """Let the key be that of another write from now on."""
        models.QuerySet.update(self, key=None, fingerprint="")


class SheetVersion(AppendOnly):
    """One change of a sheet and its result: by whom, from which seat and device, when and why.

    ``status``, ``data`` and ``ended_early`` are the sheet's after the act; ``proposal`` is what
    somebody who disputes it says instead. ``at`` is the server's time; ``phone_time`` what a phone
    without a network noted. ``undoes`` is the number of the version that an undo took back.

    ``key`` is that of the write among those of its sender (tournaments.idempotency), and
    ``fingerprint`` a digest of what was sent: the same write again is answered from this version,
    and another one with that key is refused. ``in_ledger`` is false until the ledger has the entry
    of this version.
    """

    class Act(models.TextChoices):
        DEAL = "deal", _("dealt")
        END = "end", _("ended by the conductor")
        REPORT = "report", _("reported")
        CONFIRM = "confirm", _("agreed")
        DISPUTE = "dispute", _("disputed")
        RULE = "rule", _("ruled")
        CORRECT = "correct", _("corrected")
        VOID = "void", _("voided")
        UNDO = "undo", _("undone")

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    act = models.CharField(max_length=10, choices=Act.choices)
    status = models.CharField(max_length=10, choices=ScoreSheet.Status.choices)
    data = models.JSONField(default=dict)
    proposal = models.JSONField(null=True)
    ended_early = models.BooleanField(default=False)
    seat = models.ForeignKey(
        "tournaments.Seat", null=True, on_delete=models.PROTECT, related_name="+"
    )
    user = models.ForeignKey("tournaments.User", null=True, on_delete=models.PROTECT)
    actor = models.CharField(max_length=120, blank=True)
    device = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()
    phone_time = models.DateTimeField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    undoes = models.PositiveIntegerField(null=True)
    key = models.CharField(max_length=64, null=True)
    fingerprint = models.CharField(max_length=64, blank=True)
    in_ledger = models.BooleanField(default=True)

    objects: ClassVar = SheetVersionRows.as_manager()

    class Meta:
        ordering = ["sheet", "number"]
        indexes = [
            models.Index(
                fields=["id"], condition=Q(in_ledger=False), name="versions_not_in_the_ledger"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["key"], name="one_version_per_key"),
            models.UniqueConstraint(fields=["sheet", "number"], name="sheet_version_once"),
            models.CheckConstraint(
                condition=Q(act="undo", undoes__isnull=False, undoes__lt=F("number"))
                | (~Q(act="undo") & Q(undoes=None)),
                name="an_undo_says_what_it_undoes",
            ),
            models.CheckConstraint(
                condition=Q(proposal__isnull=True) | Q(act="dispute"),
                name="only_a_dispute_proposes",
            ),
            models.CheckConstraint(
                condition=Q(
                    status__in=["dealt", "reported", "confirmed", "disputed", "ruled", "voided"]
                ),
                name="sheet_version_status_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet} v{self.number}: {self.act}"

    @property
    def receipt(self) -> dict[str, Any]:
        """The answer to the write that made it, as it is kept (results.versions.Receipt)."""
        return {
            "code": self.sheet.table.code,
            "number": self.sheet.number,
            "act": self.act,
            "status": self.status,
            "version": self.number,
            "stored": True,
        }
