"""The process that prepares the site before it opens, as the supervisor sees it."""

import os
from pathlib import Path

from server.supervisor.process import Process, exit_words
from server.supervisor.terminal import CannotStart, short


class Preparation:
    """A running ``server.supervisor.prepare``, and what it prints on its standard output."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._reader, writer = os.pipe()
        os.set_blocking(self._reader, False)
        process.start(stdout=writer)
        os.close(writer)
        self._text = ""
        self._ended = False

    def fileno(self) -> int:
        return self._reader

    def ready(self) -> bool:
        """Whether the site may start."""
        self._read()
        return self._text.startswith("ready\n")

    def complete(self) -> bool:
        """Whether it has ended."""
        self._read()
        return self._ended

    @property
    def lines(self) -> list[str]:
        """How to sign in, as it printed it."""
        return self._text.splitlines()[1:]

    def _read(self) -> None:
        """Read what has been printed. Raises CannotStart if the process failed."""
        if self._ended:
            return
        try:
            while piece := os.read(self._reader, 4096):
                self._text += piece.decode()
        except BlockingIOError:
            return
        os.close(self._reader)
        self._ended = True
        status = self._process.wait()
        if status != 0:
            tail = "\n".join(self._process.log.new_lines()[-15:])
            raise CannotStart(
                f"{tail}\nThe house could not be prepared; it {exit_words(status)}."
                f" All of it is in {short(Path(self._process.log.path))}."
            )
