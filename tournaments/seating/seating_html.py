"""The seats of a round as HTML, by table and by name, joined in Python.

A template looks up each value by its name, which takes several times as long for 200 players.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.models import Round
from tournaments.names import bdi
from tournaments.seating.queries import ShownSeat
from tournaments.texts import say
from tournaments.wording import table_label


class SeatWriter:
    """Writes the seats of one round.

    ``points`` are those of the seats by key, ``titles`` those of the matches by number of table.
    """

    def __init__(
        self, round_: Round, *, points: Mapping[int, int], titles: Mapping[int, str]
    ) -> None:
        tournament = round_.tournament
        self._sides = [say(name) for name in tournament.setup.info.seat_names]
        self._points = points
        self._titles = titles
        self._tables = reverse("table", args=["0"]).removesuffix("0/")
        why = [tournament.event.slug, tournament.slug, round_.number, 0]
        # What led to a draft is among its changes; only conductors see it.
        is_draft = round_.status == Round.Status.SEATED
        self._why = "" if is_draft else reverse("seat-why", args=why).removesuffix("0/")
        self._table = escape(_("Table"))
        self._seat, self._ask = _("seat %(position)s"), escape(_("why?"))

    def tables(self, tables: Iterable[Sequence[ShownSeat]]) -> SafeString:
        """The rows of tables, each with its seats in turn order."""
        return mark_safe("".join(map(self._table_row, tables)))  # noqa: S308 - texts are escaped

    def names(self, seats: Iterable[ShownSeat]) -> SafeString:
        """The rows of people, in their order, each with their table."""
        return mark_safe("".join(map(self._name_row, seats)))  # noqa: S308 - texts are escaped

    def _table_row(self, seats: Sequence[ShownSeat]) -> str:
        first = seats[0]
        title = self._titles.get(first.table)
        match = f'<span class="seating__match small">{escape(title)}</span>' if title else ""
        return (
            f'<li class="board__row"><a class="board__link seating__table"'
            f' href="{self._tables}{first.code}/"><span class="small">{self._table}</span>'
            f' <span class="board__key">{first.shown}</span>'
            f"{self._room(first)}</a>"
            f'<ol class="seating__seats">{"".join(map(self._seat_item, seats))}</ol>{match}</li>\n'
        )

    def _room(self, seat: ShownSeat) -> str:
        return f' <span class="small seating__room">{escape(seat.room)}</span>' if seat.room else ""

    def _seat_item(self, seat: ShownSeat) -> str:
        side = self._side(seat)
        named = f' <span class="seating__side">{side}</span>' if side else ""
        points = self._points.get(seat.pk)
        scored = (
            "" if points is None else f' <strong class="seating__points figures">{points}</strong>'
        )
        return (
            f'<li><span class="seating__position figures">{seat.position}</span>'
            f" {bdi(seat.name)}{named}{self._remark(seat)}{scored}</li>"
        )

    def _name_row(self, seat: ShownSeat) -> str:
        name = bdi(seat.name)
        handle = f' <span class="seating__handle">{escape(seat.handle)}</span>'
        place = escape(table_label(seat.shown, seat.room or ""))
        position = self._side(seat) or escape(self._seat % {"position": seat.position})
        why = (
            f'<a class="seating__why no-print" href="{self._why}{seat.entry_id}/">{self._ask}'
            f'<span class="visually-hidden"> {name}</span></a>'
        )
        return (
            f'<li class="board__row"><span class="board__main">{name}'
            f"{handle if seat.handle else ''}{self._remark(seat)}</span>"
            f'<a class="board__link seating__place" href="{self._tables}{seat.code}/">{place}</a>'
            f"{why if self._why else ''}"
            f'<span class="seating__seat figures">{position}</span></li>\n'
        )

    def _remark(self, seat: ShownSeat) -> str:
        remark = seat.remark
        return f' <span class="seating__side">{escape(remark)}</span>' if remark else ""

    def _side(self, seat: ShownSeat) -> str:
        """The name of a seat, such as Uptown; empty where the seats of the game have none."""
        place = seat.position - 1
        return escape(self._sides[place]) if place < len(self._sides) else ""
