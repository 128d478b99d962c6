"""Entering a hand: points for each seat, and who went out."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalogue import game
from games.sheet import QuickHand
from tournaments.results.errors import InvalidHand
from tournaments.results.fields import KeyField, PointsField, ReasonField
from tournaments.results.queries import TableState

NOBODY = "0"


class HandForm(forms.Form):
    """One hand of a table. The fields are made from its seats: ``points-1``, ``points-2``, …"""

    went_out = forms.ChoiceField(label=_("Who went out?"), widget=forms.RadioSelect)
    key = KeyField()

    def __init__(self, *args, state: TableState, ended_early: bool, **kwargs):
        super().__init__(*args, **kwargs)
        limit = game(state.table.round.tournament.game).points_limit
        for score in state.seats:
            name = f"points-{score.seat.position}"
            self.fields[name] = PointsField(label=score.name, min_value=-limit, max_value=limit)
        self._state = state
        nobody = (NOBODY, _("Nobody"))
        players = [(str(score.seat.position), score.name) for score in state.seats]
        self.fields["went_out"].choices = [nobody] if ended_early else [*players, nobody]
        self.fields["went_out"].error_messages["required"] = _(
            "Say who went out, or that nobody did."
        )
        if ended_early:
            self.fields["went_out"].initial = NOBODY

    @property
    def rows(self):
        """Each seat's field, and the points its player had before this hand."""
        for score in self._state.seats:
            yield {"field": self[f"points-{score.seat.position}"], "before": score.total}

    def refuse(self, refusal: InvalidHand) -> None:
        """Say what the game's sheet finds wrong."""
        self.add_error(None, str(refusal))

    def hand(self) -> QuickHand:
        """The hand that was entered. Only for a valid form."""
        positions = [score.seat.position for score in self._state.seats]
        points = {position: self.cleaned_data[f"points-{position}"] for position in positions}
        return QuickHand(points=points, went_out=int(self.cleaned_data["went_out"]) or None)


class HandCorrection(HandForm):
    """A conductor's correction of a hand, with its reason."""

    reason = ReasonField()

    @property
    def rows(self):
        """As for a new hand, but what is corrected is no part of the points before it."""
        for row in super().rows:
            reported = self.get_initial_for_field(row["field"].field, row["field"].name) or 0
            yield row | {"before": row["before"] - reported}


class ReasonForm(forms.Form):
    """An act of a conductor that wants a reason."""

    reason = ReasonField()
