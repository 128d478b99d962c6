"""The players of FIDE's report of a tournament (TRF), as a sheet like any other.

Pure: text in, text out.
"""

import csv
import io

from django.utils.translation import gettext_lazy as _

from pairing.head_to_head import Fault, ReadReport, ReportError, read_report
from tournaments.registration import errors

HEADINGS = ("first name", "last name", "rating", "federation", "seed")
SENTENCES = {
    Fault.NO_PLAYERS: _("there is no record 001, which has a player."),
    Fault.NUMBER: _("the number of the player, in columns 5 to 8, is not a whole number."),
    Fault.TWICE: _("another player has the same number."),
    Fault.RATING: _("the rating, in columns 49 to 52, is not a whole number."),
    Fault.POINTS: _("the points, in columns 81 to 84, are no points and halves of one."),
    Fault.RANK: _("the rank, in columns 86 to 89, is not a whole number."),
    Fault.OPPONENT: _("the opponent is not the number of a player."),
    Fault.SIDE: _("the side of a game is w or b."),
    Fault.RESULT: _("there is no such result."),
    Fault.OTHER_GAME: _("the other player does not have the same game in this round."),
}


def as_report(text: str) -> ReadReport:
    """The tournament that a report is of. Raises NoReport."""
    try:
        return read_report(text)
    except ReportError as error:
        raise no_report(error.line, error.column, SENTENCES[error.fault]) from error


def no_report(line: int, column: int, why: object) -> errors.NoReport:
    """The refusal of a report for what stands in a line from a column on, both from 1."""
    return errors.NoReport(field="file", line=line, column=column, why=str(why))


def report_as_csv(text: str) -> str:
    """The players with their ratings, federations and numbers. Raises NoReport."""
    found = io.StringIO(newline="")
    sheet = csv.writer(found)
    sheet.writerow(HEADINGS)
    for player in as_report(text).players:
        last, first = _parts(player.name)
        sheet.writerow([first, last, player.rating or "", player.federation, player.number])
    return found.getvalue()


def as_spoken(name: str) -> str:
    """A name of a report as people say it: Ada Byron for "Byron, Ada"."""
    return " ".join(reversed(_parts(name))).strip()


def _parts(name: str) -> tuple[str, str]:
    """The last and the first name: a report has the last before a comma, if there is one."""
    last, _comma, first = (part.strip() for part in name.partition(","))
    return last, first
