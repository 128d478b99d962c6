"""Refusals: why a file does not update the event of this site."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict, Refused


class WithoutSource(Refused):
    code = "without-source"
    sentence = _("This file does not say which site wrote it, and when. Export it again.")


class OtherEvent(Refused):
    code = "other-event"
    sentence = _("This is the file of another event than the address names.")


class MadeHere(Conflict):
    """The event did not come from a file, so its conductors change it here."""

    code = "made-here"
    sentence = _(
        "“%(event)s” was set up on this site (%(here)s) and not imported, so the file of "
        "%(there)s (%(written)s) does not update it."
    )


class RunsHere(Conflict):
    """A file arrives for an event that this site runs now."""

    code = "runs-here"
    sentence = _(
        "“%(event)s” runs on this site now, so the file of %(there)s (%(written)s) does not update "
        "it. An owner can let that site run it again."
    )


class CameFromNowhere(Conflict):
    code = "came-from-nowhere"
    sentence = _("“%(event)s” was set up on this site, so no other site runs it.")


class NoSite(Refused):
    code = "no-site"
    sentence = _("Write the address of the site like https://play.example.org.")


class ForbiddenSite(Refused):
    code = "forbidden-site"
    sentence = _(
        "This site may not send to its own network, nor with a user name in the address. Ask the "
        "operator to allow it."
    )


class FromAnotherSite(Conflict):
    """Two sites run one event."""

    code = "from-another-site"
    sentence = _(
        "“%(event)s” comes from %(first)s (%(first_written)s). This file was written by "
        "%(second)s (%(second_written)s): the event runs at one place only."
    )


class ErasedHere(Conflict):
    """Whoever was erased on this site would be back: the file has all that was erased."""

    code = "erased-here"
    sentence = _(
        "%(person)s was erased on this site, and this file still has their name. Erase them where "
        "the event runs first: the address of their page there ends in /players/%(number)s/."
    )


class OlderFile(Conflict):
    code = "older-file"
    sentence = _(
        "This file was written at %(written)s. “%(event)s” has been updated from one of %(known)s."
    )
