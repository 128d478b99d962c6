"""The column of a roster file that says for which tournaments a person is registered."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tournaments.errors import Refused
from tournaments.models import Tournament
from tournaments.names import loose
from tournaments.punctuation import listed
from tournaments.registration import errors
from tournaments.registration.roster_file import Line, RosterFile
from tournaments.registration.services import check_open

#: Between the tournaments of a cell; commas too where no tournament has such a name.
BETWEEN = re.compile(r"[;|\n\u2028]")


class NamedTournaments:
    """The tournaments of an event by their names and short names, as people write them."""

    def __init__(self, tournaments: Iterable[Tournament]) -> None:
        self._found: dict[str, set[Tournament]] = defaultdict(set)
        for one in tournaments:
            for name in (one.name, one.slug):
                self._found[loose(name)].add(one)

    def in_cell(self, cell: str) -> list[Tournament]:
        """The tournaments of a cell, each once. Raises an EntryRefused."""
        found = {one: None for name in self._names(cell) for one in [self._one(name)]}
        for one in found:
            check_open(one)
        return list(found)

    def _names(self, cell: str) -> Iterator[str]:
        for part in [cell] if loose(cell) in self._found else BETWEEN.split(cell):
            names = [part] if loose(part) in self._found else part.split(",")
            yield from filter(None, (" ".join(name.split()) for name in names))

    def _one(self, name: str) -> Tournament:
        found = self._found.get(loose(name), set())
        if not found:
            raise errors.TournamentOfAnotherEvent(field="tournament", tournament=name)
        if len(found) > 1:
            slugs = listed(sorted(one.slug for one in found))
            raise errors.TournamentNotClear(field="tournament", tournament=name, slugs=slugs)
        return next(iter(found))


def registered_lines(
    file: RosterFile, tournaments: Iterable[Tournament]
) -> tuple[RosterFile, dict[int, list[Tournament]]]:
    """The file, and the tournaments of each line by its number.

    A line with a tournament that is unknown, or over, is refused whole: nobody is on the roster
    without what they asked for.
    """
    if not any(line.tournaments for line in file.lines):
        return file, {}
    known = NamedTournaments(tournaments)
    lines: list[Line] = []
    found: dict[int, list[Tournament]] = {}
    for line in file.lines:
        try:
            found[line.number] = known.in_cell(line.tournaments)
        except Refused as reason:
            reasons = (*line.reasons, reason)
            lines.append(replace(line, person=None, reasons=reasons))
        else:
            lines.append(line)
    return replace(file, lines=tuple(lines)), found
