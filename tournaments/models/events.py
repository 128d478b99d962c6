"""Events and their staff."""

from uuid import uuid4
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.drawn import DrawnUUID
from tournaments.models.stamped import Stamped
from tournaments.punctuation import with_remark


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless ``name`` is a time zone of the IANA database."""
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError) as error:
        message = _("“%(name)s” is not a time zone. Write it like Europe/Paris.")
        raise ValidationError(message, params={"name": name}) from error


class Event(Stamped):
    """One gathering: a convention, a club night."""

    # The same on every site that has this event; a copy is another event.
    uid = models.UUIDField(unique=True, default=uuid4, db_default=DrawnUUID(), editable=False)
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("short name in addresses"), unique=True, max_length=60)
    venue = models.CharField(_("venue"), max_length=160, blank=True)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    code_of_conduct = models.TextField(
        _("code of conduct"),
        blank=True,
        default="",
        max_length=5000,
        help_text=_("one tap away from every table; a blank line starts a new paragraph"),
    )
    clock_12h = models.BooleanField(_("12-hour times"), default=False, db_default=False)
    # The rules of its pick-up games. They begin within these hours of the day, which may pass
    # midnight.
    pickup_least = models.PositiveSmallIntegerField(
        _("players of a pick-up game"), default=3, db_default=3
    )
    pickup_from = models.PositiveSmallIntegerField(_("pick-up games from"), default=0, db_default=0)
    pickup_until = models.PositiveSmallIntegerField(
        _("pick-up games until"), default=24, db_default=24
    )
    pickup_any_title = models.BooleanField(
        _("pick-up games of every title"), default=False, db_default=False
    )
    place_ends_waiting = models.BooleanField(
        _("a place ends the waiting at its time"), default=False, db_default=False
    )
    # So long a free place is kept for the first in the queue; with 0 it is theirs at once.
    offer_minutes = models.PositiveSmallIntegerField(
        _("minutes to take a place from the queue"), default=0, db_default=0
    )
    mails_players = models.BooleanField(_("letters to players"), default=False, db_default=False)
    # Until then it is a draft, which only its staff see.
    announced_at = models.DateTimeField(
        null=True, blank=True, default=timezone.now, db_default=Now(), editable=False
    )
    is_demo = models.BooleanField(_("demo"), default=False, editable=False)
    # The name of the other site that runs it and publishes it here; empty where this site runs it.
    runs_at = models.CharField(max_length=80, blank=True, default="", db_default="", editable=False)
    # Whether its public pages are those of its archive, while nothing has changed since.
    serves_archive = models.BooleanField(default=False, db_default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_on", "name"]
        indexes = [
            models.Index(fields=["-starts_on", "name", "id"], name="event_latest_first"),
            models.Index(fields=["ends_on"], name="event_by_last_day"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")),
                name="event_ends_after_it_starts",
                violation_error_message=_("The last day is before the first day."),
            ),
            models.CheckConstraint(
                condition=models.Q(pickup_least__gte=2, pickup_least__lte=12),
                name="pick_up_games_have_players",
            ),
            models.CheckConstraint(
                condition=models.Q(pickup_from__lte=23, pickup_until__lte=24),
                name="pick_up_hours_are_of_a_day",
            ),
            models.CheckConstraint(
                condition=models.Q(offer_minutes__lte=240), name="offers_last_hours_at_most"
            ),
            models.UniqueConstraint(
                fields=["is_demo"],
                condition=models.Q(is_demo=True),
                name="one_demo_event",
            ),
            models.CheckConstraint(
                condition=models.Q(is_demo=False) | models.Q(runs_at=""),
                name="the_demo_runs_here",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_draft(self) -> bool:
        """Whether only its staff see it."""
        return self.announced_at is None

    @property
    def is_copy(self) -> bool:
        """Whether another site runs it: nothing is changed here that comes with its file."""
        return bool(self.runs_at)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.slug])


def runs_here(path: str = "event") -> models.Q:
    """The rows whose event, by this path, is run by this site and is no copy."""
    return models.Q(**{f"{path}__runs_at": ""})


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    CONDUCTOR = "conductor", _("conductor")
    SCOREKEEPER = "scorekeeper", _("scorekeeper")


class Staff(models.Model):
    """A person's role at an event. An owner may do all that a conductor may."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey("tournaments.User", on_delete=models.CASCADE, related_name="roles")
    role = models.CharField(_("role"), max_length=12, choices=Role.choices)
    player = models.OneToOneField(
        "tournaments.Player",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="staff",
        verbose_name=_("plays as"),
    )
    mail_warnings = models.BooleanField(_("clock warnings by e-mail"), default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="one_role_per_person_and_event"),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="staff_role_is_known"
            ),
        ]

    def __str__(self) -> str:
        return with_remark(self.user, self.get_role_display())
