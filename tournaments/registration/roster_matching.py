"""Matching the lines of a roster file with the people on the roster, and reporting the outcome.

Pure: lines in, a report out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from django.utils.translation import gettext

from tournaments.errors import Refused
from tournaments.punctuation import labelled, listed
from tournaments.registration import errors, rules
from tournaments.registration.roster_choice import in_ranges
from tournaments.registration.roster_file import Line, RosterFile

LONGEST_NUMBER = 19
#: All unclear lines mean the people of the roster who have these names.
SAME = "same"
#: The primary key of a player, or ("line", number) for a person who is new in the file.
RosterKey: TypeAlias = int | tuple[str, int]


def _written(key: RosterKey) -> str:
    return str(key) if isinstance(key, int) else f"line {key[1]}"


def read_said(text: str) -> rules.Said[RosterKey]:
    """Whom an answer means that a form sent; None if it is none."""
    if text == rules.SOMEBODY_ELSE:
        return rules.SOMEBODY_ELSE
    number = text.removeprefix("line ")
    if not (number.isascii() and number.isdigit() and len(number) < LONGEST_NUMBER):
        return None
    return int(text) if text == number else ("line", int(number))


class Outcome(StrEnum):
    """The possible outcomes of a line of the import."""

    ADDED = "added"
    KNOWN = "known"  # on the roster before this file
    REPEATED = "repeated"  # an earlier line of this file means the same person
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class LineReport:
    """The outcome of a line. ``key`` identifies its person; ``same_as`` is their earlier line.

    ``namesakes`` are those who may be the same where the roster does not say so; ``said`` is then
    whom the line is taken to mean.
    """

    number: int
    name: str
    outcome: Outcome
    person: rules.Person | None = None
    key: RosterKey | None = None
    same_as: int | None = None
    reasons: tuple[Refused, ...] = ()
    namesakes: Mapping[RosterKey, rules.Person] = field(default_factory=dict)
    said: rules.Said[RosterKey] = None

    @property
    def answers(self) -> list[tuple[str, rules.Person | None, bool]]:
        """The possible answers to an unclear line: the value, the person, and whether it is chosen.

        None for somebody else.
        """
        found = [(_written(key), one, key == self.said) for key, one in self.namesakes.items()]
        return [*found, (rules.SOMEBODY_ELSE, None, self.said == rules.SOMEBODY_ELSE)]


@dataclass(slots=True)
class ImportReport:
    """The outcome of an import, or with ``dry_run`` of a trial. ``entered`` counts new entries."""

    file: RosterFile
    lines: list[LineReport]
    roster: rules.Roster[RosterKey]
    dry_run: bool
    entered: int = field(default=0)
    #: The new entries, by the name of their tournament.
    registered: dict[str, int] = field(default_factory=dict)

    def _of(self, *outcomes: Outcome) -> list[LineReport]:
        return [line for line in self.lines if line.outcome in outcomes]

    @property
    def added(self) -> list[LineReport]:
        return self._of(Outcome.ADDED)

    @property
    def known(self) -> list[LineReport]:
        return self._of(Outcome.KNOWN)

    @property
    def repeated(self) -> list[LineReport]:
        return self._of(Outcome.REPEATED)

    @property
    def refused(self) -> list[LineReport]:
        return self._of(Outcome.REFUSED)

    @property
    def people(self) -> list[LineReport]:
        """One line for each person of the file."""
        return self._of(Outcome.ADDED, Outcome.KNOWN)

    @property
    def unclear(self) -> list[LineReport]:
        """The lines of which somebody has to say whom they mean."""
        return [line for line in self.lines if line.namesakes]

    @property
    def completed(self) -> int:
        """Of how many people on the roster the file says more than was known."""
        return sum(isinstance(key, int) for key in self.roster.completed)

    def new_people(self) -> dict[RosterKey, rules.Person]:
        """The people who are new on the roster, by the keys of their lines."""
        keys = [line.key for line in self.added if line.key is not None]
        return {key: self.roster.people[key] for key in keys}

    def counts(self) -> dict[str, int]:
        """The number of lines by outcome, and of new entries."""
        found = {outcome.value: len(self._of(outcome)) for outcome in Outcome}
        return found | {"entered": self.entered}


def match_lines(
    file: RosterFile,
    roster: rules.Roster[RosterKey],
    said: Mapping[int, rules.Said[RosterKey]] | None = None,
    *,
    unsaid: str = "",
) -> list[LineReport]:
    """The outcome of each line of a file. New people are added to ``roster``.

    ``said`` is whom a line means, by its number; ``unsaid`` whom the unclear ones mean of which it
    says nothing: SAME, SOMEBODY_ELSE, or who is presumed.
    """
    seen: dict[RosterKey, int] = {}
    return [
        _match(line, roster, seen, (said or {}).get(line.number), unsaid) for line in file.lines
    ]


def _match(
    line: Line,
    roster: rules.Roster[RosterKey],
    seen: dict[RosterKey, int],
    said: rules.Said[RosterKey],
    unsaid: str,
) -> LineReport:
    number, name, person = line.number, line.name, line.person
    if person is None:
        return LineReport(number, name, Outcome.REFUSED, reasons=line.reasons)
    namesakes: Mapping[RosterKey, rules.Person] = {}
    try:
        try:
            key = roster.find(person)
        except errors.NameNotClear as unclear:
            # Nothing would tell somebody else from a line that is on the roster as it is here.
            namesakes = {} if roster.has(person) else unclear.namesakes
            said = said if said in namesakes or said == rules.SOMEBODY_ELSE else None
            said = said or _unsaid(unsaid, namesakes) or roster.presume(person)
            key = roster.find(person, said)
    except Refused as reason:
        refused = Outcome.REFUSED
        return LineReport(
            number, name, refused, person, reasons=(reason,), namesakes=namesakes, said=said
        )
    facts: dict[str, Any] = {"namesakes": namesakes, "said": said if namesakes else None}
    if key is None:
        key = ("line", number)
        roster.add(key, person)
        seen[key] = number
        return LineReport(number, name, Outcome.ADDED, person, key, **facts)
    roster.complete(key, person)
    if key in seen:
        return LineReport(number, name, Outcome.REPEATED, person, key, same_as=seen[key], **facts)
    seen[key] = number
    return LineReport(number, name, Outcome.KNOWN, person, key, **facts)


def _unsaid(unsaid: str, namesakes: Mapping[RosterKey, rules.Person]) -> rules.Said[RosterKey]:
    """Whom all unclear lines mean; of several namesakes nobody can be the same unasked."""
    if unsaid == rules.SOMEBODY_ELSE:
        return rules.SOMEBODY_ELSE
    return next(iter(namesakes)) if unsaid == SAME and len(namesakes) == 1 else None


def describe(report: ImportReport) -> list[str]:
    """A report in sentences: the lines that need attention, in order, then the counts."""
    found = []
    for line in report.lines:
        if line.outcome == Outcome.REFUSED:
            reasons = " ".join(map(str, line.reasons))
            found.append((line.number, line_sentence(line, reasons)))
        elif line.outcome == Outcome.REPEATED:
            reason = gettext("same person as in line %(line)s.") % {"line": line.same_as}
            found.append((line.number, line_sentence(line, reason)))
    if report.file.left_out:
        lines = in_ranges([one.number for one in report.file.left_out])
        found.append((0, gettext("Left out as no people: lines %(lines)s.") % {"lines": lines}))
    if report.file.ignored:
        columns = listed(report.file.ignored)
        found.append((0, gettext("Unused columns: %(columns)s.") % {"columns": columns}))
    return [text for _, text in sorted(found)] + [summary(report)]


def line_sentence(line: LineReport, text: str) -> str:
    """A sentence about one line: "line 7: Bob: …"."""
    said = labelled(line.name, text) if line.name else text
    return gettext("line %(number)s: %(text)s") % {"number": line.number, "text": said}


def summary(report: ImportReport) -> str:
    """The counts of a report as one sentence."""
    text = (
        gettext(
            "%(added)s new, %(known)s already on the roster, %(repeated)s duplicates, "
            "%(refused)s with errors; %(entered)s registered."
        )
        % report.counts()
    )
    return gettext("Dry run, nothing saved: %(text)s") % {"text": text} if report.dry_run else text
