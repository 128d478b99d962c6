"""A site whose clock a test sets, as somebody sets that of a laptop, or a flat battery does.

Debian's faketime is no use here: under it `time.sleep` of Python 3.11 fails, so beat never lives.
"""

import shutil
import struct
import subprocess
from pathlib import Path

from tests.stack import Stack

SOURCE = Path(__file__).with_name("clock.c")
COMPILER = shutil.which("cc")


class SiteClock:
    """The clock of a site, by how much it is ahead of the right time."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @classmethod
    def given_to(cls, site: Stack) -> "SiteClock":
        """Give a site that is not open yet a clock of its own; it is right until it is set."""
        clock = cls.of(site)
        site.env |= clock.make()
        return clock

    @classmethod
    def of(cls, site: Stack) -> "SiteClock":
        """The clock that a site was given."""
        return cls(site.var / "clock")

    def make(self) -> dict[str, str]:
        """Make the clock, which is right; the environment of the programs that go by it."""
        library = self._file.with_name("clock.so")
        subprocess.run([COMPILER, "-shared", "-fPIC", "-O1", "-o", library, SOURCE], check=True)
        self._file.write_bytes(struct.pack("l", 0))
        return {"LD_PRELOAD": str(library), "SITE_CLOCK": str(self._file)}

    def set_ahead(self, seconds: int) -> None:
        """Have every program of the site see the time of day so many seconds ahead at once."""
        with self._file.open("r+b") as file:  # in place: the programs have it mapped
            file.write(struct.pack("l", seconds))
