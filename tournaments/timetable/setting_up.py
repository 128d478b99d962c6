"""Setting up the tournaments that a timetable's file names with their game."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from games.catalogue import games
from games.titles import starters
from tournaments.errors import Refused
from tournaments.events.services import create_tournament
from tournaments.events.settings.limits import LONGEST_SLOT, MOST_ROUNDS
from tournaments.events.titles.queries import new_values
from tournaments.events.titles.services import define_title
from tournaments.ledger import Actor
from tournaments.models import Event, Session, Title, Tournament
from tournaments.names import loose
from tournaments.timetable import errors
from tournaments.timetable.headings import CHOICES, GAME
from tournaments.timetable.spreadsheet import Names, Row, minutes_of


class SettingUp:
    """The tournaments that a file makes at an event, and the titles for them."""

    def __init__(self, event: Event, by: Actor, at: datetime):
        self.tournaments: list[Tournament] = []
        self.titles: list[Title] = []
        self._event = event
        self._by, self._at = by, at

    def set_up_missing(self, rows: Sequence[Row], known: Names) -> None:
        """Make the tournaments of a file that are not ``known``, if a line of theirs has a game.

        A game that is neither one of this site nor a title of the event becomes one, with the
        length of that line as its slot. Raises LinesRefused.
        """
        first: dict[str, Row] = {}
        for row in rows:
            name = row.cells["tournament"]
            if name and row.cells[GAME] and not known.knows(name):
                first.setdefault(loose(name), row)
        heats = Counter(loose(row.cells["tournament"]) for row in rows if _is_heat(row))
        wrong = []
        for name, row in first.items():
            try:
                self._set_up(row, heats[name])
            except Refused as refusal:
                wrong.append(errors.LineRefused(line=row.number, reason=str(refusal)))
        if wrong:
            raise errors.LinesRefused(wrong)

    def _set_up(self, row: Row, heats: int) -> None:
        made = create_tournament(
            self._event,
            name=row.cells["tournament"],
            game=self._game(row),
            rounds_planned=min(max(heats, 1), MOST_ROUNDS),
            by=self._by,
            at=self._at,
        )
        self.tournaments.append(made)

    def _game(self, row: Row) -> str:
        """The key of the game that a line names."""
        said = loose(row.cells[GAME])
        for key, info in games().items():
            if said in {loose(key), loose(info.name)}:
                return key
        for title in self._event.titles.order_by("pk"):
            if said in {loose(title.key), loose(title.name)}:
                return title.key
        return self._title(row, said).key

    def _title(self, row: Row, said: str) -> Title:
        starter = next((one for one in starters() if loose(one.name) == said), None)
        values = new_values(starter)
        values["name"] = values["name"] or row.cells[GAME]
        length = minutes_of(row)
        if timedelta() < length <= LONGEST_SLOT:
            values["slot"] = length
        title = define_title(self._event, **values, by=self._by, at=self._at)
        self.titles.append(title)
        return title


def _is_heat(row: Row) -> bool:
    """Whether a line is about a heat, in whichever language it says so."""
    kind = row.cells["kind"]
    return not kind or CHOICES["kind"].field(kind) == Session.Kind.HEAT
