"""How somebody wants to see the table of standings, as its address says it."""

from dataclasses import dataclass, replace
from urllib.parse import urlencode


@dataclass(frozen=True, slots=True)
class TableOptions:
    """The order of the table, the round after which it is shown, and who is in it."""

    sort: str = ""
    after: int | None = None
    playing: bool = False
    #: For conductors, the rows that are kept back from others too.
    everything: bool = False

    @property
    def query(self) -> str:
        """The query string of the address that shows the table with these options."""
        values = {
            "sort": self.sort,
            "after": self.after,
            "show": "playing" if self.playing else "",
            "own": "page" if self.everything else "",
        }
        return urlencode({name: value for name, value in values.items() if value})

    def moved_to(self, number: int | None) -> str:
        """The query of the same table after another round, or now; with everybody in it."""
        return replace(self, after=number, playing=False).query

    @property
    def now(self) -> str:
        """The query of the same table as it is now."""
        return self.moved_to(None)
