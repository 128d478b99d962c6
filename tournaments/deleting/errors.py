"""Refusals: why something is not deleted, cancelled or brought back."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class PlayedAlready(Refused):
    code = "played-already"
    sentence = _("“%(tournament)s” has results, so it cannot be deleted. You can cancel it.")


class PlayerTakesPart(Refused):
    code = "player-takes-part"
    sentence = _(
        "%(name)s has a seat, a game, a bye, a penalty, a team, a prize or a call at this event, "
        "so they cannot be deleted. Drop them out instead."
    )


class NotCancelled(Refused):
    code = "not-cancelled"
    sentence = _("“%(tournament)s” is not cancelled.")


class NothingToCancel(Refused):
    code = "nothing-to-cancel"
    sentence = _("No tournament of this event is still to be played.")
