"""Reading a report that somebody brings, and making an event of it."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from pairing.head_to_head import ReadReport, ReportedPlayer
from pairing.head_to_head.trf_reader import (
    FEDERATION,
    NAME,
    OPPONENT,
    POINTS,
    RATING,
    RESULT,
    column_of,
)
from tournaments.events.settings.limits import MOST_ROUNDS
from tournaments.events.titles import rules as titles
from tournaments.ledger import Actor
from tournaments.models import Event
from tournaments.registration.roster_file import MOST_BYTES
from tournaments.registration.roster_report import as_report, as_spoken, no_report
from tournaments.registration.rules import read_person
from tournaments.standings.computing.services import refresh
from tournaments.standings.errors import NotAnEventFile
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

    Raises a FileRefused; then nothing is stored.
    """
    codes = new_codes(imported.counts()["game"])
    data = event_data(imported, codes, by=by.name, at=at)
    try:
        event = event_reader.load(data, by=by, at=at)
    except NotAnEventFile as refusal:
        # What nobody has thought of yet is refused with the first line of the report.
        raise no_report(1, 1, f"{refusal.faults[0]}") from refusal
    refresh(event.tournaments.get().pk, at=at)
    return event


def _faults(report: ReadReport) -> Iterator[FileRefused]:
    """Everything that would not come out of this site as it stands in the report."""
    pasts = {one.number: one.past for one in report.players}
    for one in report.players:
        if not one.name.strip(" ,"):
            why = _("the player has no name in columns 15 to 47.")
            yield no_report(one.line, column_of(NAME), why)
        yield from _not_for_the_roster(one)
        if len(one.past) > MOST_ROUNDS:
            why = _("a tournament has at most %(most)s rounds.") % {"most": MOST_ROUNDS}
            yield no_report(one.line, column_of(OPPONENT, MOST_ROUNDS), why)
        for n, past in enumerate(one.past):
            if past.is_game and past.points + pasts[past.opponent or 0][n].points != WIN:
                why = _("the results of a game that was played add up to one point.")
                yield no_report(one.line, column_of(slice(RESULT, None), n), why)
        yield from _wrong_points(one)


def _not_for_the_roster(one: ReportedPlayer) -> Iterator[FileRefused]:
    """The reasons why no roster takes this person."""
    columns = {"name": NAME, "rating": RATING, "federation": FEDERATION}
    said = {
        "name": as_spoken(one.name),
        "rating": str(one.rating or ""),
        "federation": one.federation,
    }
    for reason in read_person(said)[1]:
        yield no_report(one.line, column_of(columns[reason.field]), reason)


def _wrong_points(one: ReportedPlayer) -> Iterator[FileRefused]:
    if one.points != one.record.score:
        why = _(
            "the points are %(said)s, and the rounds add up to %(found)s, with 1 for a win and a "
            "half for a draw."
        )
        found = {"said": one.points / 2, "found": one.record.score / 2}
        yield no_report(one.line, column_of(POINTS), why % found)
