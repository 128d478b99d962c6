"""Refusals: what the adjudicator cannot or will not read."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class Unreadable(Refused):
    """The engine cannot read the record; ``why`` is its own sentence, with the line."""

    code = "unreadable"
    sentence = _("%(why)s")


class NotARecord(Refused):
    code = "not-a-record"
    sentence = _("This file is no text: a record is a text file, as it was saved here.")


class TooLong(Refused):
    code = "too-long"
    sentence = _("This record has %(size)s characters; up to %(most)s are read.")


class TooManyLines(Refused):
    code = "too-many-lines"
    sentence = _("This record has %(lines)s lines; up to %(most)s are read.")


class LineTooLong(Refused):
    code = "line-too-long"
    sentence = _("Line %(number)s has %(size)s characters; up to %(most)s are read.")


class TooManyRulings(Refused):
    code = "too-many-rulings"
    sentence = _("This record has %(lines)s rulings and moves taken back; up to %(most)s are read.")


class OtherGame(Refused):
    code = "other-game"
    sentence = _("Line 1: this record is of %(game)s. Load it on the page of that game.")


class NotHere(Refused):
    code = "not-here"
    sentence = _("Line 1: there is no game or content pack %(name)s here.")
