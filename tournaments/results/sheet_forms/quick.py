"""The form of a hand as it is called out: points for each seat, and who went out."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as _

from games.sheet import QuickHand
from tournaments.results.queries import ShownTable
from tournaments.results.sheet_forms.fields import KeyField, PointsField

NOBODY = "0"


def went_out_field(state: ShownTable, *, ended_early: bool) -> forms.ChoiceField:
    """Who went out, by seat; nobody in a hand that the conductor ended."""
    nobody = (NOBODY, _("Nobody"))
    players = [(str(score.seat.position), score.name) for score in state.seats]
    field = forms.ChoiceField(
        label=_("Who went out?"),
        widget=forms.RadioSelect,
        choices=[nobody] if ended_early else [*players, nobody],
        error_messages={"required": _("Choose who went out, or nobody.")},
    )
    if ended_early:
        field.initial = NOBODY
    return field


class HandForm(forms.Form):
    """One hand of a table. The fields are made from its seats: ``points-1``, ``points-2``, …"""

    template = "results/_hand_fields.html"

    key = KeyField()

    def __init__(self, *args: Any, state: ShownTable, ended_early: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit = state.table.round.tournament.setup.info.points_limit
        for score in state.seats:
            name = f"points-{score.seat.position}"
            self.fields[name] = PointsField(label=score.name, min_value=-limit, max_value=limit)
        self.fields["went_out"] = went_out_field(state, ended_early=ended_early)
        self._state = state
        #: What this hand has given each seat so far, where it is reported again.
        self.counted: dict[int, int] = {}

    @property
    def rows(self) -> Iterator[dict[str, Any]]:
        """Each seat's field, the points its player had before this hand, and who went out."""
        radios = {radio.data["value"]: radio for radio in self["went_out"]}
        for score in self._state.seats:
            position = score.seat.position
            before = score.total - self.counted.get(position, 0)
            out = radios.get(str(position))
            yield {"field": self[f"points-{position}"], "before": before, "out": out}

    @property
    def nobody(self) -> BoundWidget:
        """The choice that nobody went out."""
        return next(radio for radio in self["went_out"] if radio.data["value"] == NOBODY)

    def hand(self) -> QuickHand:
        """The hand that was filled in. Only for a valid form."""
        positions = [score.seat.position for score in self._state.seats]
        points = {position: self.cleaned_data[f"points-{position}"] for position in positions}
        return QuickHand(points=points, went_out=int(self.cleaned_data["went_out"]) or None)
