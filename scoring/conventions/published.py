"""Lists of categories that conventions have published, to start a profile from.

Each convention divides the titles in its own way, and changes its list over the years. Here is one
in full, as its organizers announced it. U-Con's is public, too, but we know only its first
four categories, so it is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublishedList:
    """The categories of one convention, in order, under short names of ours.

    ``source`` is the page that has the titles of each.
    """

    name: str
    source: str
    categories: tuple[str, ...]

    @property
    def text(self) -> str:
        """As a profile has them: a line "key: name" for each, with its number as the key."""
        return "\n".join(f"{key}: {name}" for key, name in enumerate(self.categories, start=1))


PUBLISHED: Mapping[str, PublishedList] = {
    "totalcon-2011": PublishedList(
        "TotalCon 2011",
        "https://wargamingforums.com/2011/01/13/totalcon-25-puffing-billy-board-game-tournament",
        (
            "Ticket to Ride",
            "Empire Builder",
            "18xx",
            "TransAmerica and the like",
            "Streetcar and 2-hour games",
            "Railways of the World",
            "Express and 3-hour games",
            "Steam and Silverton",
            "Rail Baron and games from 4 hours",
        ),
    ),
}
