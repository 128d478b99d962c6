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
from tournaments.names import loose
from tournaments.registration.errors import CannotBeToldApart, NameNotClear
from tournaments.registration.rules import SOMEBODY_ELSE, Said, read_person
from tournaments.registration.scanning.rules import code_in
from tournaments.seating.finding.queries import matches

CHOOSE_SESSION = _("Choose the session that they come to.")


class WalkUpForm(forms.Form):
    """Somebody at the desk, by badge, PIN or name, and the session that they come to.

    ``person`` is who is meant, once that is clear; ``others`` are those who may be meant.
    ``newcomer`` is the name of somebody whom the conductor adds to the roster: because it has
    nobody like that (NEW), or none of ``others`` is meant (ELSE).
    """

    NEW, ELSE = "new", "else"

    who = forms.CharField(
        label=_("Badge, PIN or name"),
        max_length=200,
        error_messages={"required": _("Say who it is.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    player = forms.ModelChoiceField(Player.objects.none(), required=False)
    add = forms.ChoiceField(
        choices=[(NEW, NEW), (ELSE, ELSE)], required=False, widget=forms.HiddenInput
    )
    session = forms.ModelChoiceField(
        Session.objects.none(),
        error_messages={"required": CHOOSE_SESSION, "invalid_choice": CHOOSE_SESSION},
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        super().__init__(data)
        self._event = event
        self.person: Player | None = None
        self.newcomer = ""
        self.others: list[Player] = []
        self.fields["who"].required = not (data and data.get("player"))
        offer_rows(self, "player", event.players.all())
        sessions = event.sessions.exclude(kind=Session.Kind.PICK_UP)
        offer_rows(self, "session", sessions.select_related("event", "tournament"))

    def clean(self) -> dict[str, Any]:
        self.person = self.cleaned_data.get("player")
        if self.person is None and "who" in self.cleaned_data:
            self._find(self.cleaned_data["who"], self.cleaned_data.get("add", ""))
        return self.cleaned_data

    @property
    def said(self) -> Said[int]:
        """Whom the name of a newcomer means."""
        return SOMEBODY_ELSE if self.cleaned_data.get("add") == self.ELSE else None

    @property
    def is_unknown(self) -> bool:
        """Whether the roster has nobody like that."""
        return self.has_error("who", "nobody")

    @property
    def needs_more(self) -> bool:
        """Whether a name alone does not do: the roster's form of a walk-in asks for the rest."""
        return self.is_unknown or self.has_error("who", CannotBeToldApart.code)

    @property
    def may_be_added(self) -> bool:
        """Whether what was typed is a name, and the session is chosen that they come to."""
        typed = str(self["who"].value() or "")
        person, _reasons = read_person({"name": typed})
        is_name = person is not None and "/" not in typed and any(map(str.isalpha, typed))
        return is_name and bool(self.cleaned_data.get("session"))

    @property
    def to_add(self) -> str:
        """The query string that has the roster's walk-in ask about this person."""
        session: Session | None = self.cleaned_data.get("session")
        known = {"walk_in-name": self.cleaned_data.get("who") or self["who"].value()}
        if session and session.tournament:
            known["walk_in-tournaments"] = session.tournament.slug
        return urlencode(known)

    def refuse(self, refusal: Refused) -> None:
        """Show a refusal beside the person that it is about; ask whom a name means."""
        if isinstance(refusal, NameNotClear):  # somebody of that name was added meanwhile
            self.newcomer = ""
            self.others = list(self._event.players.filter(pk__in=refusal.namesakes))
            return
        refusal.field = "who"
        refuse(self, refusal)

    def _find(self, sought: str, add: str) -> None:
        """Two queries at most."""
        if add == self.ELSE:
            self.newcomer = sought
            return
        code = code_in(sought)
        players = self._event.players
        self.person = players.filter(Q(badge=code) | Q(pin=code)).first() if code else None
        if self.person is None:
            self._find_by_name(sought, add)

    def _find_by_name(self, sought: str, add: str) -> None:
        found = matches(self._event, sought)
        one = found.chosen
        if one and not add and loose(sought) in (loose(one.name), loose(one.handle)):
            self.person = one
            return
        # Part of a name may be that of a stranger.
        self.others = [one, *found.others] if one else found.others
        if self.others:
            return
        if add:
            self.newcomer = sought
            return
        nobody = _("Nobody on the roster has this badge, PIN or name.")
        self.add_error("who", forms.ValidationError(nobody, code="nobody"))
