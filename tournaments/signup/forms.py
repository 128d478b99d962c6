"""Forms about places in a session."""

from enum import StrEnum

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.form_choices import offer_rows
from tournaments.models import Player, Session


class Act(StrEnum):
    """The acts on a place in a session."""

    BOOK = "book"
    QUEUE = "queue"
    TAKE = "take"
    HERE = "here"
    CANCEL = "cancel"
    LEAVE = "leave"
    PARTY = "party"
    PARTY_QUEUE = "party-queue"


class PlaceForm(forms.Form):
    """An act on a place; conductors say whose.

    ``my_day``: it was done on the person's own page; ``hq``: at headquarters.
    """

    act = forms.ChoiceField(choices=[(act, act) for act in Act])
    my_day = forms.BooleanField(required=False)
    hq = forms.BooleanField(required=False)
    player = forms.ModelChoiceField(
        Player.objects.none(),
        label=_("Player"),
        required=False,
        empty_label=_("Choose a player"),
    )

    def __init__(self, data: QueryDict | None = None, *, session: Session) -> None:
        super().__init__(data)
        offer_rows(self, "player", Player.objects.filter(event=session.event_id))
