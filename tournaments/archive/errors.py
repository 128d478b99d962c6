"""Refusals: why an archive is not written, or not whole."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class PageDoesNotOpen(Refused):
    code = "page-does-not-open"
    sentence = _("%(address)s does not open for everybody (status %(status)s).")
