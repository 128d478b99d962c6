"""Refusals: what the adjudicator cannot or will not read."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class Unreadable(Refused):
    """The engine cannot read the record; ``why`` is its own sentence, with the line."""

    code = "unreadable"
    sentence = _("%(why)s")


class NotARecord(Refused):
    code = "not-a-record"
    sentence = _("This is not a text file. Choose a record that was saved here.")


class TooLong(Refused):
    code = "too-long"
    sentence = _("This record has %(size)s characters; the limit is %(most)s.")


class TooManyLines(Refused):
    code = "too-many-lines"
    sentence = _("This record has %(lines)s lines; the limit is %(most)s.")


class LineTooLong(Refused):
    code = "line-too-long"
    sentence = _("Line %(number)s has %(size)s characters; the limit is %(most)s.")


class TooManyRulings(Refused):
    code = "too-many-rulings"
    sentence = _("This record has %(lines)s rulings and undone moves; the limit is %(most)s.")


class OtherGame(Refused):
    code = "other-game"
    sentence = _("Line 1: this record is from %(game)s. Open it on that game's page.")


class NotHere(Refused):
    code = "not-here"
    sentence = _("Line 1: this site has no game or content pack %(name)s.")
