"""How the tests use the pages: what a form carries, and which button is pressed."""

import html
import re
from functools import cache
from pathlib import Path

from games import catalogue
from tournaments.adjudicator import rules

GAMES = Path(__file__).parents[2] / "games"
GOLDEN = sorted(GAMES.glob("*/golden/*.game"))


def key_of(path: Path) -> str:
    """The game of a golden record."""
    return path.parent.parent.name


def text(response) -> str:
    """The words of a page, without its marks."""
    page = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", page).split()))


@cache
def positions():
    """A position of each game in the middle of it, as a record that nobody may change."""
    return {key: rules.set_up(key, "", players=2, seed=7, moves=15) for key in catalogue.games()}


class Visitor:
    """A visitor at the page of one game: what they send carries the record of the last answer."""

    def __init__(self, client, game: str) -> None:
        self.client, self.game, self.answer = client, game, None

    def set_up(self, **requested):
        requested = {"players": 2, "pack": "house", "seed": 1, "moves": 0} | requested
        self.answer = self.client.get(f"/rules/{self.game}/position/", requested)
        return text(self.answer)

    def send(self, **fields):
        sent = {"record": self.record} if self.answer else {}
        if self.answer and "at" not in fields:
            sent["at"] = self.answer.context["page"].at
        self.answer = self.client.post(f"/rules/{self.game}/position/", sent | fields)
        assert self.answer.status_code == 200
        return text(self.answer)

    def load(self, record: str):
        self.answer = None
        return self.send(record=record)

    def ask(self, move, player="0", **more):
        return self.send(do="ask", player=player, move=move, **more)

    @property
    def record(self) -> str:
        return self.answer.context["page"].text

    @property
    def at(self) -> int:
        return self.answer.context["page"].at


def open_position(client, key, **requested):
    """A new game of two, at the page of its position."""
    visitor = Visitor(client, key)
    visitor.set_up(pack=next(iter(catalogue.engine(key).PACKS)), **requested)
    return visitor
