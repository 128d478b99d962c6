"""From the bytes of an uploaded event file to plain data, without what JSON leaves open.

Python reads more than the standard allows and more than a database stores: NaN, numbers of any
length, half of a surrogate pair, the same name twice. Each of them is a fault with its path.
"""

import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournaments.punctuation import labelled
from tournaments.standings import errors

#: Digits of the longest whole number that a column holds.
MOST_DIGITS = 19
#: Levels of lists and objects inside one another; a file of ours has ten.
DEEPEST = 24
LONGEST_NAME_SHOWN = 40


class Fault(NamedTuple):
    """One thing that is wrong with a file: where, as in ``tables[0].code``, and a sentence."""

    path: str
    text: str

    def __str__(self) -> str:
        return labelled(self.path, self.text) if self.path else self.text


class RepeatedName(dict[str, Any]):
    """An object of the file that has the name ``repeated`` more than once."""

    repeated = ""


def parse(content: bytes) -> Any:
    """The data of a file. Raises NoJsonFile."""
    try:
        return json.loads(
            content.decode("utf-8-sig"),
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_decimal,
        )
    except (ValueError, RecursionError):
        raise errors.NoJsonFile(field="file") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    marked = RepeatedName(found)
    counts = Counter(name for name, _value in pairs)
    marked.repeated = next(name for name, count in counts.items() if count > 1)
    return marked


def _whole(text: str) -> int | float:
    # What is too long for any column is out of range, as infinity is.
    return int(text) if len(text) <= MOST_DIGITS + 1 else math.inf


def _decimal(text: str) -> int | float:
    # For JSON, 5.0 is the whole number 5.
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 10**MOST_DIGITS else number


def path_of(steps: Sequence[str | int]) -> str:
    """The names and numbers on the way to a value, as people write it: ``tables[0].code``."""
    path = ""
    for step in steps:
        if isinstance(step, int):
            path += f"[{step}]"
        elif step.isidentifier():
            path += f".{step}" if path else step
        else:
            path += f"[{json.dumps(step[:LONGEST_NAME_SHOWN])}]"
    return path


#: The way to a value: that of what it is in, and its name or number there. The root has None.
_Way = tuple["_Way", str | int] | None


def faults_of_text(data: Any) -> Iterator[Fault]:
    """Find values that no file may contain, anywhere in it."""
    waiting: list[tuple[_Way, int, Any]] = [(None, 0, data)]
    while waiting:
        way, depth, value = waiting.pop()
        if text := _fault(value, depth):
            yield Fault(path_of(_steps(way)), text)
        elif isinstance(value, dict):
            waiting += [((way, name), depth + 1, one) for name, one in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [((way, n), depth + 1, value[n]) for n in reversed(range(len(value)))]


def _steps(way: _Way) -> list[str | int]:
    steps: list[str | int] = []
    while way:
        way, step = way
        steps.append(step)
    return steps[::-1]


def _fault(value: Any, depth: int) -> str:
    if isinstance(value, str):
        return "" if _can_be_stored(value) else _("this has characters that cannot be stored.")
    if isinstance(value, (dict, list)):
        return _fault_of_nest(value, depth)
    if isinstance(value, (int, float)) and not abs(value) < 10**MOST_DIGITS:
        return _("this number cannot be stored.")
    return ""


def _fault_of_nest(value: Any, depth: int) -> str:
    if isinstance(value, RepeatedName):
        return _("“%(name)s” is listed twice.") % {"name": value.repeated[:LONGEST_NAME_SHOWN]}
    if depth > DEEPEST:
        return _("this is nested too deeply.")
    if isinstance(value, dict) and not all(map(_can_be_stored, value)):
        return _("a name in it has characters that cannot be stored.")
    return ""


def _can_be_stored(text: str) -> bool:
    """Whether a database takes it: no NUL, no half of a surrogate pair."""
    return "\0" not in text and not any("\ud800" <= char <= "\udfff" for char in text)
