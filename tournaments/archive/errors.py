"""Refusals: why an archive is not written, or not whole."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict, Refused


class PageDoesNotOpen(Refused):
    code = "page-does-not-open"
    sentence = _("%(address)s does not open for everybody (status %(status)s).")


class NotOver(Conflict):
    """An archive of pages that go on changing would be out of date at once."""

    code = "not-over"
    sentence = _(
        "The event is not over: finish its tournaments, or wait until its last day has passed, and "
        "close every round."
    )
