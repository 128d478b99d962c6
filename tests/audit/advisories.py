"""Known vulnerabilities by a copy of OSV's records, where no service can be reached.

ROUNDHOUSE_ADVISORIES names the copy: "all.zip" of the ecosystem PyPI, which OSV publishes at
https://osv-vulnerabilities.storage.googleapis.com/PyPI/all.zip. Its format is the OSV schema.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

SETTING = "ROUNDHOUSE_ADVISORIES"
LOWEST = "0"


def copy() -> Path | None:
    """The copy that the operator has named, if any."""
    named = os.environ.get(SETTING, "")
    return Path(named) if named else None


def vulnerable(records: Path, packages: Iterable[tuple[str, str]]) -> list[str]:
    """A line for each vulnerability of these names and versions. Raises OSError or BadZipFile."""
    wanted: dict[str, list[str]] = {}
    for name, version in packages:
        wanted.setdefault(canonicalize_name(name), []).append(version)
    return sorted(set(_lines(records, wanted)))


def _lines(records: Path, wanted: Mapping[str, list[str]]) -> Iterator[str]:
    with zipfile.ZipFile(records) as opened:
        for name in opened.namelist():
            record = json.loads(opened.read(name))
            if record.get("withdrawn"):
                continue
            for affected in record.get("affected", []):
                package = affected.get("package", {})
                if package.get("ecosystem") != "PyPI":
                    continue
                known = canonicalize_name(package["name"])
                for version in wanted.get(known, []):
                    if is_affected(version, affected):
                        yield f"{known} {version}: {record['id']}"


def is_affected(version: str, affected: Mapping[str, Any]) -> bool:
    """Whether a version is among those that a record names, or in one of its ranges."""
    if version in affected.get("versions", ()):
        return True
    ranges = (one for one in affected.get("ranges", ()) if one["type"] == "ECOSYSTEM")
    return any(_is_within(Version(version), one["events"]) for one in ranges)


def _is_within(version: Version, events: Iterable[Mapping[str, str]]) -> bool:
    """By the events of a range, in the order of their versions: the last one passed decides."""
    found = False
    for kind, at in sorted(_events(events), key=lambda event: event[1]):
        if kind == "last_affected":
            found = found and version <= at
        elif version >= at:
            found = kind == "introduced"
    return found


def _events(events: Iterable[Mapping[str, str]]) -> Iterator[tuple[str, Version]]:
    for event in events:
        for kind, text in event.items():
            try:
                yield kind, Version(text)
            except InvalidVersion:
                continue
