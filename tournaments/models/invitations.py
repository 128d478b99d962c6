"""Invitations to run an event or to own a season: nobody gets a role without accepting it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Role


class Invitation(models.Model):
    """Somebody is asked to join the staff of an event, or to own a season with others.

    It is for an address, whether or not that address has an account, and is gone once it was
    answered. Only the digest of the token of its link is stored; a season's invitation has none.
    """

    event = models.ForeignKey(
        "tournaments.Event", null=True, on_delete=models.CASCADE, related_name="invitations"
    )
    season = models.ForeignKey(
        "tournaments.Season", null=True, on_delete=models.CASCADE, related_name="invitations"
    )
    email = models.EmailField(_("e-mail"))
    role = models.CharField(_("role"), max_length=12, choices=Role.choices, blank=True)
    token_hash = models.CharField(max_length=64, unique=True, null=True)
    #: Void as soon as this account may not invite any more; null for the site itself.
    inviter = models.ForeignKey(
        "tournaments.User", null=True, on_delete=models.CASCADE, related_name="+"
    )
    inviter_name = models.CharField(max_length=120)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        ordering = ["email", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "email"], name="one_invitation_to_an_event"),
            models.UniqueConstraint(fields=["season", "email"], name="one_invitation_to_a_season"),
            models.CheckConstraint(
                condition=models.Q(event__isnull=False, season=None, role__in=Role.values)
                | models.Q(event=None, season__isnull=False, role=""),
                name="invitation_is_to_one_thing",
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("made_at")),
                name="invitation_lasts_a_while",
            ),
        ]
        indexes = [models.Index(fields=["email"], name="invitations_by_email")]

    def __str__(self) -> str:
        return f"{self.email}, by {self.inviter_name}"
