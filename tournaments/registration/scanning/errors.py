"""Why a scan checks nobody in."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class ScanRefused(Refused):
    """The base of all reasons why a scan finds no player."""


class NothingScanned(ScanRefused):
    code = "nothing-scanned"
    sentence = _("Scan a badge, or type its PIN.")


class NoSuchBadge(ScanRefused):
    code = "no-such-badge"
    sentence = _("No player of this event has the badge or PIN “%(code)s”.")
