"""Refusals: why a person cannot be erased."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class NameNotRepeated(Refused):
    code = "name-not-repeated"
    sentence = _("Write the name exactly as it stands above. It cannot be brought back.")


class StillPlays(Refused):
    code = "still-plays"
    sentence = _("%(name)s sits at a table of a round that is not closed. Close it first.")
