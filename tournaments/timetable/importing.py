"""Planning all sessions of a file at once, or none."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import prefetch_related_objects

from tournaments import ledger, locking, signals
from tournaments.ledger import Actor
from tournaments.models import Event, Session, Title, Tournament
from tournaments.timetable import errors, spreadsheet
from tournaments.timetable.rules import SessionValues
from tournaments.timetable.services import put, tidy, values_of
from tournaments.timetable.setting_up import SettingUp
from tournaments.timetable.spreadsheet import Known, Line, Names
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@dataclass(frozen=True, slots=True)
class Imported:
    """The sessions that a file planned, or would plan; ``known`` were on the timetable before.

    ``tournaments`` and ``titles`` are those that it set up for them.
    """

    planned: list[Session]
    known: int
    tournaments: list[Tournament]
    titles: list[Title]


class _OnlyTriedError(Exception):
    """Undoes what a trial has written."""

    def __init__(self, found: Imported):
        super().__init__()
        self.found = found


def import_timetable(
    event: Event,
    text: str,
    *,
    by: Actor,
    at: datetime,
    dry_run: bool = False,
    may_set_up: bool = True,
) -> Imported:
    """Plan the sessions of a file that are not on the timetable yet; with ``dry_run`` only try.

    Who ``may_set_up`` gets the tournaments as well that the file names with their game. Reading a
    file twice plans nothing. Raises LinesRefused, with a sentence for each line that is wrong;
    nothing is planned then.
    """
    try:
        return _import(event, text, by=by, at=at, dry_run=dry_run, may_set_up=may_set_up)
    except _OnlyTriedError as trial:
        return trial.found


@atomic
def _import(
    event: Event, text: str, *, by: Actor, at: datetime, dry_run: bool, may_set_up: bool
) -> Imported:
    event = locking.lock_event(event)
    rows = spreadsheet.rows_in(text)
    made, known = SettingUp(event, by, at), known_in(event)
    if may_set_up:
        made.set_up_missing(rows, known.tournaments)
        known = known_in(event)
    lines = [spreadsheet.line_of(row, known, event.zone) for row in rows]
    standing = _Standing(event)
    planned: list[Session] = []
    wrong: list[errors.LineRefused] = []
    for line in lines:
        try:
            if not standing.has(line):
                planned.append(_put(event, line, standing))
        except errors.SessionRefused as refusal:
            wrong.append(errors.LineRefused(line=line.number, reason=str(refusal)))
    if wrong:
        raise errors.LinesRefused(wrong)
    found = Imported(planned, len(lines) - len(planned), made.tournaments, made.titles)
    if dry_run:
        # What a trial has made is gone when its page is made.
        prefetch_related_objects(planned, "tournament", "room")
        raise _OnlyTriedError(found)
    if planned:
        after = {"sessions": planned}
        ledger.record(event, Verb.IMPORT_TIMETABLE, event, by=by, at=at, after=after)
        signals.publish(signals.timetable_changed, event_id=event.pk)
    return found


class _Standing:
    """The sessions on a timetable, of which each stands for one line of a file."""

    def __init__(self, event: Event):
        sessions = event.sessions.select_related("tournament")
        self.heats: dict[tuple[int | None, int | None], Session] = {
            (one.tournament_id, one.number): one for one in sessions if one.number
        }
        self._left = Counter(
            key
            for one in sessions
            if one.cancelled_at is None
            for key in ((values_of(one), one.number),)
        )

    def has(self, line: Line) -> bool:
        """Whether a line is on the timetable, as it is; each session counts once."""
        if line.refusal:
            raise line.refusal
        values = _values_of(line)
        for key, count in self._left.items():
            if count and key[0] == values and line.heat in {None, key[1]}:
                self._left[key] -= 1
                return True
        return False


def _put(event: Event, line: Line, standing: _Standing) -> Session:
    values = _values_of(line)
    other = standing.heats.get((values.tournament, line.heat)) if line.heat else None
    if other is not None:
        raise errors.NumberTaken(field="number", session=str(other))
    made = put(event, values, line.heat)
    standing.heats[made.tournament_id, made.number] = made
    return made


def _values_of(line: Line) -> SessionValues:
    if line.values is None:
        raise TypeError("a line without values has a refusal")
    return tidy(line.values)


def known_in(event: Event) -> Known:
    """The tournaments of an event by their addresses and names, and its rooms. Two queries."""
    tournaments = list(event.tournaments.order_by("pk"))
    slugs = [(one.slug, one.pk) for one in tournaments]
    names = [(one.name, one.pk) for one in tournaments]
    return Known(Names([*slugs, *names]), Names(event.rooms.values_list("name", "pk")))
