"""Content packs: numbers, cards and maps as TOML, checked when loaded, all faults reported at once.

    pack = Pack.read(path)
    penalty = pack.table("penalty")
    points = penalty.wholes("points", low=0)
    for line in pack.tables("line"):
        line.text("id"), line.whole("windows", low=1, high=9)
    pack.done()          # unknown keys are faults too; raises PackError with all of them

A getter that finds a fault notes it and returns a harmless value, so that reading goes on.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from games.sheet import Issue
from games.texts import T, Text, listed, of_data

MISSING: Final = object()


class FaultsError(ValueError):
    """The content has faults: ``faults`` lists them all, each with its place."""

    def __init__(self, name: str, faults: Sequence[Issue]) -> None:
        lines = "".join(f"\n  {where or 'all'}: {text} [{code}]" for where, code, text in faults)
        super().__init__(f"{name} cannot be used:{lines}")
        self.faults = tuple(faults)


class PackError(FaultsError):
    """A content pack with faults."""

    def __init__(self, name: str, faults: Sequence[Issue]) -> None:
        super().__init__(f"The content pack {name}", faults)


class PositionError(FaultsError):
    """A position that was set up with faults."""

    def __init__(self, faults: Sequence[Issue]) -> None:
        super().__init__("This position", faults)


def digest(data: Any) -> str:
    """Sixteen hex digits that change when the content does, and not with layout or comments."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


class PackTable:
    """One table of a pack. Getters name the key; a missing key without a ``default`` is a fault."""

    def __init__(
        self, data: Mapping[str, Any], where: str, faults: list[Issue], file: str = ""
    ) -> None:
        self.data, self.where, self.faults, self.file = data, where, faults, file
        self._seen: set[str] = set()
        self._inside: list[PackTable] = []

    def fault(self, key: str, code: str, text: Text) -> None:
        """Note a fault at a key of this table ("" for the table itself)."""
        self.faults.append(Issue(".".join(filter(None, (self.where, key))), code, text))

    def has(self, key: str) -> bool:
        return key in self.data

    def text(self, key: str, default: str | None = None) -> str:
        """A string that is not empty."""
        value = self._get(key, default, str)
        if self.data.get(key) == "":
            self.fault(key, "empty", T("This needs some text."))
        return str(value)

    def sentence(self, key: str) -> Text:
        """A string that people read, to be translated."""
        return of_data(self.text(key), self.file)

    def sentences(self, key: str) -> tuple[Text, ...]:
        """A list of them."""
        return tuple(of_data(one, self.file) for one in self.words(key))

    def choice(self, key: str, options: Sequence[str], default: str | None = None) -> str:
        """One of ``options``, a closed list."""
        value = self._get(key, default, str)
        if value not in options:
            self.fault(
                key,
                "choice",
                T(
                    "This must be one of {options}, not {value}.",
                    options=listed(options),
                    value=repr(value),
                ),
            )
            return options[0]
        return str(value)

    def flag(self, key: str, *, default: bool | None = None) -> bool:
        return bool(self._get(key, default, bool))

    def whole(self, key: str, *, low: int, high: int, default: int | None = None) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        value = self._get(key, default, int)
        return self._ranged(key, value, low, high)

    def wholes(self, key: str, *, low: int, high: int, size: int | None = None) -> list[int]:
        """A list of whole numbers from ``low`` to ``high``, of ``size`` when that is given."""
        values = self._list(key, int, size)
        return [self._ranged(f"{key}.{n}", value, low, high) for n, value in enumerate(values)]

    def words(self, key: str, options: Sequence[str] | None = None) -> list[str]:
        """A list of strings, each one of ``options`` when they are given."""
        values = self._list(key, str, None)
        for n, value in enumerate(values):
            if options is not None and value not in options:
                self.fault(
                    f"{key}.{n}",
                    "choice",
                    T(
                        "This must be one of {options}, not {value}.",
                        options=listed(options),
                        value=repr(value),
                    ),
                )
        return values if options is None else [value for value in values if value in options]

    def table(self, key: str) -> PackTable:
        """A table inside this one; its keys are checked by ``done`` too."""
        return self._open(self._get(key, None, dict), key)

    def tables(self, key: str, *, low: int = 1, high: int = 1000) -> list[PackTable]:
        """A list of tables, ``[[key]]``, from ``low`` to ``high`` of them."""
        values = self._list(key, dict, None)
        count = len(self.data[key]) if isinstance(self.data.get(key), list) else low
        if not low <= count <= high:
            self.fault(
                key,
                "count",
                T(
                    "There must be {low} to {high} of these, not {count}.",
                    low=low,
                    high=high,
                    count=count,
                ),
            )
        return [self._open(value, f"{key}.{n}") for n, value in enumerate(values)]

    def unknown(self) -> None:
        """Note every key that nothing has read, here and inside."""
        for key in self.data:
            if key not in self._seen:
                self.fault(key, "unknown", T("Nothing in this game has that name."))
        for table in self._inside:
            table.unknown()

    def _open(self, data: Mapping[str, Any], key: str) -> PackTable:
        where = ".".join(filter(None, (self.where, key)))
        self._inside.append(table := PackTable(data, where, self.faults, self.file))
        return table

    def _get(self, key: str, default: Any, kind: type[Any]) -> Any:
        self._seen.add(key)
        value = self.data.get(key, MISSING)
        if value is MISSING and default is not None:
            return default
        if value is MISSING:
            self.fault(key, "missing", T("This is missing."))
        elif type(value) is not kind:
            self.fault(key, "type", T("This must be {kind}.", kind=KINDS[kind]))
        else:
            return value
        return kind()

    def _list(self, key: str, kind: type[Any], size: int | None) -> list[Any]:
        values = self._get(key, None, list)
        for n, value in enumerate(values):
            if type(value) is not kind:
                self.fault(f"{key}.{n}", "type", T("This must be {kind}.", kind=KINDS[kind]))
        if size is not None and self.has(key) and len(values) != size:
            self.fault(
                key,
                "count",
                T("There must be {size} of these, not {values}.", size=size, values=len(values)),
            )
        return [value for value in values if type(value) is kind]

    def _ranged(self, key: str, value: int, low: int, high: int) -> int:
        if not low <= value <= high and self.has(key.partition(".")[0]):
            self.fault(
                key,
                "range",
                T(
                    "This must be from {low} to {high}, not {value}.",
                    low=low,
                    high=high,
                    value=value,
                ),
            )
        return min(max(value, low), high)


KINDS: Final[dict[type[Any], Text]] = {
    str: T("text"),
    int: T("a whole number"),
    bool: T("true or false"),
    list: T("a list"),
    dict: T("a table"),
}


class Pack(PackTable):
    """A whole content pack: a table with a ``name`` (the file's stem) and a ``digest``."""

    def __init__(self, data: Mapping[str, Any], name: str, file: str = "") -> None:
        super().__init__(data, "", [], file)
        self.name, self.digest = name, digest(data)

    @classmethod
    def read(cls, path: Path) -> Pack:
        """Open a TOML file. Raises PackError when it is not TOML, OSError when it is not there."""
        return cls.parse(path.read_bytes(), path.stem, path.as_posix())

    @classmethod
    def parse(cls, content: str | bytes, name: str, file: str = "") -> Pack:
        """A pack from its text. Raises PackError when it is not TOML."""
        try:
            text = content if isinstance(content, str) else content.decode("utf-8")
            return cls(tomllib.loads(text), name, file)
        except RecursionError:
            nested = T("The brackets are nested too deeply.")
            raise PackError(name, [Issue("", "toml", nested)]) from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
            raise PackError(name, [Issue("", "toml", T("{fault}.", fault=fault))]) from None
        except ValueError:
            # Python reads no number of thousands of digits, and says so in words of its own.
            long = T("A number has too many digits.")
            raise PackError(name, [Issue("", "toml", long)]) from None

    def done(self) -> None:
        """Raise PackError with every fault found so far and every key that nobody read."""
        self.unknown()
        if self.faults:
            raise PackError(self.name, self.faults)
