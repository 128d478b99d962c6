"""The forms of events, tournaments and staff."""

from dataclasses import asdict
from functools import cache
from itertools import groupby
from typing import Any, cast
from zoneinfo import available_timezones

from django import forms
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.catalogue import GameInfo
from tournaments.access.device_cookies import visitor_of
from tournaments.access.refusals import RefusedInputError
from tournaments.access.site_request import SiteRequest
from tournaments.email_addresses import check_email
from tournaments.events import rules
from tournaments.events.settings.declaring import Label, Panel
from tournaments.events.settings.inputs import inputs
from tournaments.events.settings.of_event import LONGEST_NAME, OF_EVENT
from tournaments.events.settings.of_tournament import (
    OF_TOURNAMENT,
    TournamentSettings,
    defaults,
    for_format,
)
from tournaments.models import Event, Role, Tournament
from tournaments.option_fields import PREFIX, chosen_options, option_fields
from tournaments.rate_limit.errors import TooManyAttempts
from tournaments.rate_limit.passwords import note_password

#: What an input gives that was left empty.
EMPTY = (None, "")
#: The areas of the IANA database in which people live; the rest are old names and test zones.
AREAS = frozenset(
    {
        "Africa",
        "America",
        "Antarctica",
        "Arctic",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    }
)


class SignInForm(AuthenticationForm):
    """E-mail and password."""

    error_messages = {
        "invalid_login": _("Wrong e-mail or password."),
        "inactive": _("This account is closed."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("E-mail")
        self.fields["username"].widget = forms.EmailInput(
            attrs={"autocomplete": "username", "autofocus": True, "maxlength": 254}
        )

    def clean(self) -> dict[str, Any]:
        """Check the password, unless too many were tried: what is wrong is counted."""
        if not {"username", "password"} <= self.cleaned_data.keys():
            return self.cleaned_data
        email, visitor = self.cleaned_data["username"], visitor_of(cast(SiteRequest, self.request))
        password = self.cleaned_data["password"]
        try:
            attempt = note_password(email, password, visitor, timezone.now())
        except TooManyAttempts as refusal:
            raise RefusedInputError(refusal) from refusal
        cleaned = super().clean()
        if self.get_user():
            attempt.delete()
        return cleaned


@cache
def time_zones() -> list[Any]:
    """The choices of time zones: UTC, then the IANA names by area."""
    names = sorted(name for name in available_timezones() if name.split("/")[0] in AREAS)
    areas = groupby(names, key=lambda name: name.split("/")[0])
    return [("UTC", "UTC")] + [
        (area, [(name, name.partition("/")[2].replace("_", " ")) for name in group])
        for area, group in areas
    ]


class EventForm(forms.Form):
    """Name, place and days of an event."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= inputs(OF_EVENT, Event)
        choices = time_zones()
        known = {name for _area, names in choices[1:] for name, _label in names} | {"UTC"}
        chosen = self["time_zone"].value()
        if chosen and chosen not in known and rules.is_time_zone(chosen):
            choices = [(chosen, chosen), *choices]
        self.fields["time_zone"].widget = forms.Select(choices=choices)

    def clean(self) -> dict[str, Any]:
        # A number that is left empty stays as it is.
        given = {key: value for key, value in self.cleaned_data.items() if value is not None}
        if not self.errors:
            settings = {key: value for key, value in given.items() if key in OF_EVENT}
            for fault in rules.event_faults(**settings):
                self.add_error(fault.field, str(fault))
        return given


class NewEventForm(EventForm):
    """An event that may begin as a draft. What has a default is changed later."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key in OF_EVENT:
            if key.startswith("pickup_"):
                del self.fields[key]
        self.fields["is_draft"] = forms.BooleanField(
            label=_("Draft"),
            required=False,
            help_text=_("Only its staff see it until you announce it."),
        )


class ConductForm(forms.Form):
    """The code of conduct of an event."""

    text = forms.CharField(
        label=_("Code of conduct"),
        required=False,
        widget=forms.Textarea(attrs={"class": "tall"}),
        help_text=_("One tap away from every table. A blank line starts a new paragraph."),
    )


class TournamentForm(forms.Form):
    """A tournament of ``game``, with its initial values in ``initial``."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)

    def __init__(self, *args: Any, game: GameInfo, is_new: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.asked = {
            key: setting
            for key, setting in OF_TOURNAMENT.items()
            if setting.offered(game) and (is_new or not setting.only_at_first)
        }
        self.fields |= inputs(self.asked, Tournament)
        self.fields |= option_fields(game.options, self.initial.get("options") or {})

    def clean(self) -> dict[str, Any]:
        """The name and every setting that is asked for; what is left empty has its default."""
        said = self._said()
        values = asdict(defaults(self.game)) | said
        for key in said.keys() & self.errors.keys():
            # The format decided what somebody typed wrongly.
            del self.errors[key]
        right = {key: values[key] for key in self.asked if key not in self.errors}
        name = self.cleaned_data.get("name")
        self.cleaned_data = right if name is None else {"name": name} | right
        if right.keys() == self.asked.keys():
            for fault in rules.faults(TournamentSettings(**values), self.game):
                self.add_error(fault.field, str(fault))
        return self.cleaned_data

    def _said(self) -> dict[str, Any]:
        """Return the values given for the settings that are asked for, and those of a format."""
        sent = {key: self.cleaned_data.get(key) for key in self.asked}
        said = {key: value for key, value in sent.items() if value not in EMPTY}
        said["options"] = chosen_options(self.game.options, self.cleaned_data)
        return {key: value for key, value in for_format(said).items() if key in self.asked}

    def panels(self) -> list[tuple[Label, list[forms.BoundField]]]:
        """The fields of each panel, under its heading."""
        of_game = [self[PREFIX + option.key] for option in self.game.options]
        found = {
            panel: [
                self[key]
                for key, setting in self.asked.items()
                if setting.panel == panel and key in self.fields
            ]
            for panel in Panel
        }
        found[Panel.COMPETITION] = [self["name"], *found[Panel.COMPETITION], *of_game]
        return [(panel.label, fields) for panel, fields in found.items()]


class InvitationForm(forms.Form):
    """A person who is to help run an event."""

    email = forms.EmailField(label=_("E-mail"), max_length=254, validators=[check_email])
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.CONDUCTOR)


class NewAccountForm(SetPasswordForm):  # type: ignore[type-arg]  # no generic class in Django
    """The account of somebody who was invited."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ["name", "new_password1", "new_password2"]


class StaffChangeForm(forms.Form):
    """A new role, or the player that a member of staff plays as."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)
    player = forms.ChoiceField(label=_("Plays as"), required=False)

    def __init__(self, *args: Any, players: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        player = cast(forms.ChoiceField, self.fields["player"])
        player.choices = [("", _("does not play")), *players]
