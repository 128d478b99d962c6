"""The form of somebody who comes to the headquarters."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.access.refusals import refuse
from tournaments.errors import Refused
from tournaments.form_choices import offer_rows
from tournaments.models import Event, Player, Session
from tournaments.registration.scanning.rules import code_in
from tournaments.seating.finding.queries import matches

CHOOSE_SESSION = _("Choose the session that they come to.")


class WalkUpForm(forms.Form):
    """Somebody at the desk, by badge, PIN or name, and the session that they come to.

    ``person`` is who is meant, once that is clear; ``others`` are those who may be meant.
    """

    who = forms.CharField(
        label=_("Badge, PIN or name"),
        max_length=200,
        error_messages={"required": _("Say who it is.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    player = forms.ModelChoiceField(Player.objects.none(), required=False)
    session = forms.ModelChoiceField(
        Session.objects.none(),
        error_messages={"required": CHOOSE_SESSION, "invalid_choice": CHOOSE_SESSION},
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        super().__init__(data)
        self._event = event
        self.person: Player | None = None
        self.others: list[Player] = []
        self.fields["who"].required = not (data and data.get("player"))
        offer_rows(self, "player", event.players.all())
        offer_rows(self, "session", event.sessions.select_related("event", "tournament"))

    def clean(self) -> dict[str, Any]:
        self.person = self.cleaned_data.get("player")
        if self.person is None and "who" in self.cleaned_data:
            self._look_for(self.cleaned_data["who"])
        return self.cleaned_data

    @property
    def is_unknown(self) -> bool:
        """Whether the roster has nobody like that."""
        return self.has_error("who", "nobody")

    @property
    def to_add(self) -> str:
        """The query string that has the roster's walk-in ask about this person."""
        session: Session | None = self.cleaned_data.get("session")
        known = {"walk_in-name": self.cleaned_data.get("who") or self["who"].value()}
        if session and session.tournament:
            known["walk_in-tournaments"] = session.tournament.slug
        return urlencode(known)

    def refuse(self, refusal: Refused) -> None:
        """Show a refusal beside the person that it is about."""
        refusal.field = "who"
        refuse(self, refusal)

    def _look_for(self, sought: str) -> None:
        """Two queries at most."""
        code = code_in(sought)
        players = self._event.players
        self.person = players.filter(Q(badge=code) | Q(pin=code)).first() if code else None
        if self.person:
            return
        found = matches(self._event, sought)
        self.person, self.others = found.chosen, [] if found.chosen else found.others
        if not (self.person or self.others):
            nobody = _("Nobody on the roster has this badge, PIN or name.")
            self.add_error("who", forms.ValidationError(nobody, code="nobody"))
