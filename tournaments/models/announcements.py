"""Announcements by conductors: of the whole event, of a tournament, of a session."""

from binascii import crc32

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.stamped import Stamped


class Announcement(Stamped):
    """A sentence for an audience, from one moment to another, unless it is withdrawn before.

    Everybody reads what is for everybody, for a tournament or for a session; pages show it to those
    whom it concerns. What is for conductors, they alone read. ``shown_at`` is when open pages were
    first told of it.
    """

    class Audience(models.TextChoices):
        EVERYBODY = "everybody", _("everybody")
        TOURNAMENT = "tournament", _("a tournament")
        SESSION = "session", _("a session")
        CONDUCTORS = "conductors", _("conductors")

    LONGEST = 280
    #: How every ``key`` begins.
    KEY_BEGINS = "announcement-"

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="announcements"
    )
    text = models.CharField(_("text"), max_length=LONGEST)
    audience = models.CharField(_("for"), max_length=10, choices=Audience.choices)
    tournament = models.ForeignKey(
        "tournaments.Tournament",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="announcements",
    )
    session = models.ForeignKey(
        "tournaments.Session",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="announcements",
    )
    starts_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("until"))
    shown_at = models.DateTimeField(null=True, blank=True, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["-starts_at", "-pk"]
        indexes = [
            models.Index(
                fields=["starts_at"],
                condition=Q(shown_at=None, withdrawn_at=None),
                name="announcements_to_show",
            )
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="announcement_says_something"),
            models.CheckConstraint(
                condition=Q(ends_at__gt=F("starts_at")), name="announcement_ends_after_it_starts"
            ),
            models.CheckConstraint(
                condition=Q(audience="tournament", tournament__isnull=False, session=None)
                | Q(audience="session", tournament=None, session__isnull=False)
                | Q(audience__in=["everybody", "conductors"], tournament=None, session=None),
                name="announcement_has_its_audience",
            ),
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def concerns(self) -> str:
        """The tournament or the session that it is for, or ""."""
        return str(self.tournament or self.session or "")

    @property
    def key(self) -> str:
        """Names it on pages: each is announced once, and again with other words."""
        return f"{self.KEY_BEGINS}{self.pk}-{crc32(self.text.encode()):x}"
