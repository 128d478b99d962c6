"""Portions of a long soak: each goes on with the database and the journal that the last one left.

SOAK_FOLDER names the folder that outlives them. Of each kind of database it has a backup, which the
next portion restores, and what phones wrote down of the results that were acknowledged: at its end
each portion looks for the results of all.
"""

import json
import os
import threading
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.table_of_phones import Evening, Phone
from tests.stack import Stack

FOLDER = os.environ.get("SOAK_FOLDER", "")


@dataclass
class Journal:
    """The portions so far on one kind of database. Without SOAK_FOLDER there are none."""

    database: str
    portions: int = 0
    results: int = 0
    faults: int = 0
    #: By the code of a table: for each phone the last hand it dealt and those acknowledged.
    phones: dict[str, list[tuple[int, list[int]]]] = field(default_factory=dict)

    @classmethod
    def of(cls, database: str) -> "Journal":
        """The one in the folder, or a new one."""
        journal = cls(database)
        if FOLDER and journal._file.exists():
            journal.__dict__ |= json.loads(journal._file.read_text())
        return journal

    @property
    def _file(self) -> Path:
        return Path(FOLDER).absolute() / f"{self.database}.json"

    @property
    def _backup(self) -> Path:
        return self._file.with_suffix(".zip")

    def restore(self, site: Stack) -> None:
        """Put the database of the last portion into a site that is not open yet."""
        if self.portions:
            site.manage("restore", str(self._backup))

    def with_earlier_phones(self, evening: Evening) -> Evening:
        """An evening that has ended, and all phones of the portions before it."""
        gone = threading.Event()
        earlier = [
            Phone("", code, gone, {}, keys=dict.fromkeys(kept, ""), tried=tried)
            for code, phones in self.phones.items()
            for tried, kept in phones
        ]
        return Evening([*earlier, *evening.phones], gone)

    def add(self, site: Stack, evening: Evening, faults: int) -> None:
        """Count a portion that held, and keep what it has left."""
        self.portions += 1
        self.results += evening.acknowledged
        self.faults += faults
        for phone in evening.phones:
            self.phones.setdefault(phone.code, []).append((phone.tried, sorted(phone.keys)))
        if FOLDER:
            self._keep(site)

    def _keep(self, site: Stack) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        draft = self._backup.with_suffix(".new")
        draft.unlink(missing_ok=True)
        site.manage("backup", str(draft))
        self._file.unlink(missing_ok=True)  # it never stands beside the backup of another portion
        draft.replace(self._backup)
        self._file.write_text(json.dumps(self.__dict__))
