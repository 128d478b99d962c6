"""Rounds, and which of them count."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models
from django.db.models import Exists, ExpressionWrapper, F, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.stamped import Stamped, StampedQuerySet

if TYPE_CHECKING:
    from tournaments.models.sessions import Session

#: The columns that a round is named by, in the order of ``Round.named``.
NAMED_BY = ("kind", "number", "heat", "called", "is_pick_up")
#: The numbers of annulled rounds begin after this one: theirs are free for the rounds that count.
LAST_COUNTED = 9_999


def in_counted_rounds(path: str = "round") -> Q:
    """The condition that rows are of a round that was not annulled; ``path`` leads to the round."""
    return ~Q(**{f"{path}__status": "annulled"})


def has_round() -> Exists:
    """The condition that a session is seated, in a round that was not annulled."""
    return Exists(Round.objects.filter(session=OuterRef("pk")))


def played_out(path: str = "") -> Q:
    """The condition that nothing more is played in a session, whatever the time: its round is
    closed, or that of a pick-up game was given up. ``path`` leads to the session."""
    rounds = Round.objects.filter(session=OuterRef(f"{path}pk"))
    given_up = Q(~Exists(rounds), **{f"{path}kind": "pick-up"})
    return Q(Exists(rounds.filter(status=Round.Status.CLOSED))) | given_up


def unplayed() -> Q:
    """The condition that a session is neither cancelled nor seated, nor over for another reason."""
    return Q(cancelled_at=None) & ~has_round() & ~played_out()


def with_is_played(sessions: "models.QuerySet[Session]") -> "models.QuerySet[Session]":
    """Sessions that know as ``is_played`` whether nothing more is played in them."""
    is_played = ExpressionWrapper(played_out(), output_field=models.BooleanField())
    return sessions.annotate(is_played=is_played)


class RoundQuerySet(StampedQuerySet["Round"]):
    def counted(self) -> "RoundQuerySet":
        """All rounds but those that were annulled."""
        return self.exclude(status=Round.Status.ANNULLED)

    def annulled(self) -> "RoundQuerySet":
        return self.filter(status=Round.Status.ANNULLED)


class CountedRounds(models.Manager["Round"]):
    def get_queryset(self) -> RoundQuerySet:
        return RoundQuerySet(self.model, using=self._db).counted()


class Round(Stamped):
    """One slot of play for the whole tournament, with its slot clock.

    The clock is stored as facts, not as a ticking value: when the slot started, and the deadlines
    that follow from its history (ClockChange). While ``paused_at`` is set they stand still.
    ``clock_epoch`` grows whenever the deadlines and their warnings are planned again.

    Rounds come one after the other, unless each has its ``session``: then several are open at once.

    A round that was given up is annulled: it keeps its tables and hands, and counts nowhere.
    ``objects``, and so the ``rounds`` of a tournament, leave it out; a query for seats, tables or
    sheets has to be ``in_counted_rounds``. Its ``number`` is above LAST_COUNTED, and
    ``annulled_number`` is the one that it had.
    """

    class Kind(models.TextChoices):
        PRELIMINARY = "preliminary", _("round")
        SEMIFINAL = "semifinal", _("semifinal")
        FINAL = "final", _("final")

    class Status(models.TextChoices):
        SEATED = "seated", _("seated, not published")
        PUBLISHED = "published", _("seating published")
        RUNNING = "running", _("running")
        CLOSED = "closed", _("closed")
        ANNULLED = "annulled", _("annulled")

    #: Rounds in which people have met, or are meeting.
    STARTED = (Status.RUNNING, Status.CLOSED)
    #: Rounds that nobody plays any longer.
    OVER = (Status.CLOSED, Status.ANNULLED)

    class SeatingMode(models.TextChoices):
        SOCIAL = "social", _("social: everybody meets new people")
        STANDINGS = "standings", _("by standings: people close in the standings meet")
        MIXED = "mixed", _("mixed: new people from the same quarter of the standings")

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="rounds"
    )
    # Its place on the timetable; rounds that stand on none come one after the other.
    session = models.OneToOneField(
        "tournaments.Session",
        null=True,
        editable=False,
        on_delete=models.RESTRICT,
        related_name="round",
    )
    number = models.PositiveSmallIntegerField()
    # What its session is numbered and called, which a list of rounds so need not read; see name_by.
    heat = models.PositiveSmallIntegerField(null=True, editable=False)
    called = models.CharField(max_length=80, blank=True, default="", db_default="", editable=False)
    is_pick_up = models.BooleanField(default=False, db_default=False, editable=False)
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.PRELIMINARY)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.SEATED)
    seating_seed = models.PositiveBigIntegerField(editable=False)
    # What the tables were made for, by which version of the core, and from what, in short: the same
    # three and the seed give the same tables again.
    seating_mode = models.CharField(
        max_length=10, choices=SeatingMode.choices, blank=True, default="", editable=False
    )
    seating_engine = models.PositiveSmallIntegerField(default=0, editable=False)
    seating_digest = models.CharField(max_length=16, blank=True, default="", editable=False)
    # Digests of the results that the seating was made from, when it was made and as they are now;
    # and of those in spite of which a conductor kept it, with the reason that everybody sees.
    made_at = models.DateTimeField(null=True, editable=False)
    made_from = models.CharField(max_length=24, blank=True, default="", editable=False)
    made_now = models.CharField(max_length=24, blank=True, default="", editable=False)
    kept_from = models.CharField(max_length=24, blank=True, default="", editable=False)
    kept_reason = models.CharField(max_length=200, blank=True, default="", editable=False)

    started_at = models.DateTimeField(null=True)
    warning_at = models.DateTimeField(null=True)
    cutoff_at = models.DateTimeField(null=True)
    force_end_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    clock_epoch = models.PositiveIntegerField(default=0)

    annulled_at = models.DateTimeField(null=True)
    annulled_number = models.PositiveSmallIntegerField(null=True)
    annulled_because = models.CharField(max_length=200, blank=True, default="", db_default="")

    objects: ClassVar[models.Manager["Round"]] = CountedRounds()  # type: ignore[assignment]
    with_annulled: ClassVar = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        # Every worker and beat asks twice a second whether one runs.
        indexes = [models.Index(fields=["status"], name="rounds_by_status")]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="round_number_once_per_tournament"
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=~Q(status__in=["closed", "annulled"]) & Q(session=None),
                name="one_round_at_a_time",
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(kind="final") & ~Q(status="annulled"),
                name="one_final_per_tournament",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["seated", "published"], started_at=None)
                | Q(
                    status__in=["running", "closed", "annulled"],
                    # A comparison with null is neither true nor false, and so breaks no check.
                    started_at__isnull=False,
                    warning_at__isnull=False,
                    cutoff_at__isnull=False,
                    force_end_at__isnull=False,
                    ends_at__isnull=False,
                    started_at__lte=F("warning_at"),
                    warning_at__lte=F("cutoff_at"),
                    cutoff_at__lte=F("force_end_at"),
                    force_end_at__lte=F("ends_at"),
                ),
                name="deadlines_in_order_once_started",
            ),
            models.CheckConstraint(
                condition=Q(status="closed", closed_at__isnull=False)
                | Q(status="annulled")
                | (~Q(status__in=["closed", "annulled"]) & Q(closed_at=None)),
                name="closed_round_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(kept_from="") | ~Q(kept_reason=""),
                name="kept_seating_has_its_reason",
            ),
            models.CheckConstraint(
                condition=(
                    Q(
                        status="annulled",
                        number__gt=LAST_COUNTED,
                        annulled_at__isnull=False,
                        annulled_number__isnull=False,
                        annulled_number__lte=LAST_COUNTED,
                    )
                    & ~Q(annulled_because="")
                )
                | (
                    ~Q(status="annulled")
                    & Q(
                        number__lte=LAST_COUNTED,
                        annulled_at=None,
                        annulled_number=None,
                        annulled_because="",
                    )
                ),
                name="annulled_round_says_when_and_why",
            ),
        ]

    def __str__(self) -> str:
        if self.is_annulled:
            return str(_("%(round)s (annulled)") % {"round": self.name})
        return self.name

    @property
    def name(self) -> str:
        """Its name, also where something else says that it was annulled."""
        if self.kind == self.Kind.FINAL:
            return str(_("Final"))
        if self.kind == self.Kind.SEMIFINAL:
            return str(_("Semifinal"))
        return self.heat_name or str(
            _("Round %(number)s") % {"number": self.annulled_number or self.number}
        )

    @property
    def heat_name(self) -> str:
        """Its name on the timetable; empty for a round that stands on none."""
        if self.called or not self.heat:
            return self.called
        words = _("Game %(number)s") if self.is_pick_up else _("Heat %(number)s")
        return str(words % {"number": self.heat})

    def name_by(self, session: "Session") -> None:
        """Take the name of a session; nothing is stored."""
        self.is_pick_up = session.kind == session.Kind.PICK_UP
        has_number = self.is_pick_up or session.kind == session.Kind.HEAT
        self.heat, self.called = session.number if has_number else None, session.name

    @classmethod
    def named(cls, *facts: Any) -> str:
        """The name of a round of which only ``NAMED_BY`` is known."""
        return cls(**dict(zip(NAMED_BY, facts, strict=True))).name

    @property
    def is_annulled(self) -> bool:
        return self.status == self.Status.ANNULLED

    @property
    def is_over(self) -> bool:
        """Whether nobody plays it any longer."""
        return self.status in self.OVER

    @property
    def is_heat(self) -> bool:
        """Whether those who are here for its session play it, beside other rounds that are open."""
        is_preliminary = self.kind == self.Kind.PRELIMINARY
        return bool(self.session_id and is_preliminary and not self.tournament.head_to_head)

    @property
    def is_outdated(self) -> bool:
        """Whether results that its seating was made from have changed, and nobody kept it."""
        return self.made_now not in (self.made_from, self.kept_from)

    @property
    def kept_because(self) -> str:
        """Why a conductor kept its seating although results have changed; empty if nobody did."""
        return self.kept_reason if self.kept_from == self.made_now else ""

    @property
    def made_from_note(self) -> str:
        """The note for everybody if results have changed since; empty if none have."""
        words = {"round": self, "reason": self.kept_because}
        if self.is_outdated:
            outdated = _(
                "Results have been corrected since %(round)s was seated, and it has not been "
                "changed."
            )
            return str(outdated % words)
        if self.kept_because:
            kept = _(
                "Results have been corrected since %(round)s was seated. The conductors kept it: "
                "%(reason)s"
            )
            return str(kept % words)
        return ""

    def get_absolute_url(self) -> str:
        tournament = self.tournament
        return reverse("round", args=[tournament.event.slug, tournament.slug, self.number])
