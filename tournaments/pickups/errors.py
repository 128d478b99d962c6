"""Why a pick-up game cannot be asked for, or started."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict, Refused


class PickUpRefused(Refused):
    """The base of all reasons against a pick-up game."""


class TooFewPlayers(PickUpRefused):
    code = "pick-up-too-few"
    sentence = _("A pick-up game needs at least %(least)s players.")


class TooManyPlayers(PickUpRefused):
    code = "pick-up-too-many"
    sentence = _("%(game)s is played by at most %(most)s players.")


class ListedTwice(PickUpRefused):
    code = "pick-up-listed-twice"
    sentence = _("%(name)s is listed twice.")


class Teammates(PickUpRefused):
    code = "pick-up-teammates"
    sentence = _("%(one)s and %(other)s are of one team: they do not play in one pick-up game.")


class OutOfHours(PickUpRefused):
    code = "pick-up-out-of-hours"
    sentence = _("Pick-up games begin from %(start)s:00 and before %(end)s:00 here.")


class SingleTournament(PickUpRefused):
    code = "pick-up-single-tournament"
    sentence = _("%(game)s has a single tournament here, and so no pick-up games.")


class Busy(PickUpRefused, Conflict):
    code = "pick-up-busy"
    sentence = _("%(name)s is booked for %(session)s, %(start)s to %(end)s.")


class Disqualified(PickUpRefused):
    code = "pick-up-disqualified"
    sentence = _("%(name)s is disqualified in %(tournament)s.")


class AskedAlready(PickUpRefused, Conflict):
    code = "pick-up-asked-already"
    sentence = _("You have asked for a game already. Withdraw it first.")


class NotOneOfThem(PickUpRefused):
    code = "pick-up-not-one-of-them"
    sentence = _("If you ask for a pick-up game, you play in it.")


class SettledAlready(PickUpRefused, Conflict):
    code = "pick-up-settled"
    sentence = _("This game is %(state)s already.")


class ReasonMissing(PickUpRefused):
    code = "pick-up-reason-missing"
    sentence = _("Say why, so that the players know.")
