"""Reading a report that somebody brings, and making an event of it."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from pairing.head_to_head import ReadReport, ReportedPlayer
from pairing.head_to_head.trf_reader import NAME, POINTS, RESULT, column_of
from tournaments.events.titles import rules as titles
from tournaments.ledger import Actor
from tournaments.models import Event
from tournaments.registration.roster_file import MOST_BYTES
from tournaments.registration.roster_report import as_report, no_report
from tournaments.standings.computing.services import refresh
from tournaments.standings.exporting import event_reader
from tournaments.standings.importing.event_data import SLOT, WIN, Imported, event_data
from tournaments.text_files import FileRefused, decode
from tournaments.timetable.hall.codes import new_codes


def read(data: bytes, game: str) -> Imported:
    """The tournament in the bytes of a report, played with ``game``, a title of your own.

    Raises a FileRefused that names the line and the column, or a TitleRefused.
    """
    for fault in titles.faults(titles.TitleValues(game, 2, 2, SLOT, counting="places")):
        fault.field = "game"
        raise fault
    report = as_report(decode(data, most=MOST_BYTES)[0])
    for fault in _faults(report):
        raise fault
    return Imported(report, " ".join(game.split()))


def import_report(imported: Imported, *, by: Actor, at: datetime) -> Event:
    """Make an event of a tournament that was read; the account behind ``by`` becomes its owner.

    Raises NotAnEventFile; then nothing is stored.
    """
    codes = new_codes(imported.counts()["game"])
    event = event_reader.load(event_data(imported, codes, by=by.name, at=at), by=by, at=at)
    refresh(event.tournaments.get().pk, at=at)
    return event


def _faults(report: ReadReport) -> Iterator[FileRefused]:
    """Everything that would not come out of this site as it stands in the report."""
    pasts = {one.number: one.past for one in report.players}
    for one in report.players:
        if not one.name.strip(" ,"):
            why = _("the player has no name in columns 15 to 47.")
            yield no_report(one.line, column_of(NAME), why)
        for n, past in enumerate(one.past):
            if past.is_game and past.points + pasts[past.opponent or 0][n].points != WIN:
                why = _("the results of a game that was played add up to one point.")
                yield no_report(one.line, column_of(slice(RESULT, None), n), why)
        yield from _wrong_points(one)


def _wrong_points(one: ReportedPlayer) -> Iterator[FileRefused]:
    if one.points != one.record.score:
        why = _(
            "the points are %(said)s, and the rounds add up to %(found)s, with 1 for a win and a "
            "half for a draw."
        )
        found = {"said": one.points / 2, "found": one.record.score / 2}
        yield no_report(one.line, column_of(POINTS), why % found)
