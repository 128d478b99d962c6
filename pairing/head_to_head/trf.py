"""FIDE's report format (TRF): what pairing programs and tie-break checkers read.

The edition of 2016 is plain ASCII, with the number of rounds in a record XXR. That of 2026 is UTF-8
and names the rounds (142), the points (162), the system (192) and the tie-breaks (212).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from pairing.head_to_head.model import DOWNTOWN, UPTOWN, Past, Record

EDITIONS = (2016, 2026)
SIDES = {UPTOWN: "w", DOWNTOWN: "b"}
RESULTS = {2: "1", 1: "=", 0: "0"}
#: A game that was decided without play.
FORFEITS = {2: "+", 1: "=", 0: "-"}
BYES = {2: "U", 1: "H", 0: "Z"}
#: A bye of a full point that the pairing did not give.
FULL_BYE = "F"
LONGEST_NAME = 33
LONGEST_FEDERATION = 3
#: Four columns have the rating.
HIGHEST_RATING = 9999
#: The column, from 0, at which the rounds begin in records 001 and 132.
ROUNDS_AT = 89


@dataclass(frozen=True)
class Report:
    """The facts of a tournament that the report has besides its games.

    ``kind`` describes the system in words and ``code`` in FIDE's list of codes. ``dates`` are those
    of the rounds. ``names``, ``ranks``, ``ratings`` (0 for none) and ``federations`` are by key;
    ``tie_breaks`` are FIDE's codes in order.
    """

    name: str
    site: str = ""
    starts_on: date | None = None
    ends_on: date | None = None
    kind: str = "Individual: Swiss-System (Dutch)"
    code: str = "FIDE_DUTCH_2026"
    rounds: int = 0
    dates: Sequence[date] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    ranks: Mapping[int, int] = field(default_factory=dict)
    ratings: Mapping[int, int] = field(default_factory=dict)
    federations: Mapping[int, str] = field(default_factory=dict)
    tie_breaks: Sequence[str] = ()


def report(people: Sequence[Record], about: Report, *, edition: int) -> str:
    """The tournament in the ``edition`` of EDITIONS; people are numbered by their seeds."""
    by_seed = sorted(people, key=lambda person: (person.seed, person.key))
    lines = [f"012 {_line(about.name)}"]
    lines += [f"022 {_line(about.site)}"] if about.site else []
    lines += [
        f"{number} {day:%Y/%m/%d}"
        for number, day in (("042", about.starts_on), ("052", about.ends_on))
        if day
    ]
    rated = sum(bool(about.ratings.get(person.key)) for person in by_seed)
    lines += [f"062 {len(by_seed)}", f"072 {rated}", "082 0", f"092 {about.kind}"]
    if about.dates:
        days = "".join(f"  {day:%y/%m/%d}" for day in about.dates)
        lines.append("132".ljust(ROUNDS_AT) + days)
    lines += _of_2026(about) if edition == EDITIONS[1] else [f"XXR {about.rounds}"]
    lines += player_lines(by_seed, about)
    return "\n".join(lines) + "\n"


def _of_2026(about: Report) -> list[str]:
    points = (("W", 1.0), ("D", 0.5), ("L", 0.0), ("A", 0.0), ("P", 1.0), ("X", 0.0))
    lines = [
        f"142 {about.rounds}",
        "162  " + "    ".join(f"{letter}{worth:4.1f}" for letter, worth in points),
        f"192 {about.code}",
    ]
    return [*lines, f"212 {','.join(about.tie_breaks)}"] if about.tie_breaks else lines


def player_lines(by_seed: Sequence[Record], about: Report | None = None) -> list[str]:
    """A record 001 of each person, numbered from 1 in this order."""
    about = about or Report("")
    number = {person.key: i for i, person in enumerate(by_seed, 1)}
    lines = []
    for i, person in enumerate(by_seed, 1):
        name = _line(about.names.get(person.key, f"Player {i}"))[:LONGEST_NAME]
        rank = about.ranks.get(person.key, i)
        rating = min(about.ratings.get(person.key, 0), HIGHEST_RATING)
        federation = _line(about.federations.get(person.key, ""))[:LONGEST_FEDERATION]
        head = f"001 {i:4d}      {name:<33} {rating:4d} {federation:<3}" + " " * 24
        head += f"{person.score / 2:4.1f} {rank:4d}"
        lines.append(head + "".join(_cell(played, number) for played in person.past))
    return lines


def _line(text: str) -> str:
    """The text in one line: a line break would begin another record."""
    return " ".join(text.split())


def _cell(played: Past, number: Mapping[int, int]) -> str:
    if played.opponent is None:
        is_full = played.was_given and played.points == max(BYES)
        return f"  0000 - {FULL_BYE if is_full else BYES[played.points]}"
    result = (RESULTS if played.played else FORFEITS)[played.points]
    return f"  {number[played.opponent]:4d} {SIDES[played.side]} {result}"
