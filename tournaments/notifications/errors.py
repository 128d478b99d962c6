"""Why something cannot be announced like that."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict, Refused


class AnnouncementNeedsText(Refused):
    code = "announcement-needs-text"
    sentence = _("Write what is to be announced.")


class NoSuchAudience(Refused):
    code = "no-such-audience"
    sentence = _("This event has no such audience. Choose everybody, a tournament or a session.")


class EndsBeforeItIsShown(Refused):
    code = "announcement-ends-before-it-is-shown"
    sentence = _("An announcement has to end after it is shown.")


class OverAlready(Refused):
    code = "announcement-over-already"
    sentence = _("This moment has passed: nobody would see the announcement.")


class AnnouncementIsOver(Conflict):
    code = "announcement-is-over"
    sentence = _("This announcement is shown no longer. Write a new one.")
