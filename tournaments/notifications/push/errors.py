"""Why a phone cannot get messages."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class NoPushService(Refused):
    code = "no-push-service"
    sentence = _("This browser named no push service that messages can go to.")
