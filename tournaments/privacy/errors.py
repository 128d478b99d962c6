"""Refusals: why a person cannot be erased."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class NameNotRepeated(Refused):
    code = "name-not-repeated"
    sentence = _("Type the name exactly as shown above. Erasing cannot be undone.")


class StillPlays(Refused):
    code = "still-plays"
    sentence = _("%(name)s has a seat in a round that is not closed. Close the round first.")


class StillInALeague(StillPlays):
    code = "still-in-a-league"
    sentence = _(
        "%(name)s still has games to play in %(tournament)s. Drop them out first, or decide these "
        "games."
    )
