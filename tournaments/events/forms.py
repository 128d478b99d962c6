"""The forms of events, tournaments and staff."""

from datetime import timedelta
from functools import cache
from itertools import groupby
from zoneinfo import available_timezones

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.catalogue import GameInfo
from scoring.schemes import HOUSE, schemes
from tournaments.access.refusals import RefusedInputError
from tournaments.access.visitors import visitor_of
from tournaments.events import rules
from tournaments.models import Role, Tournament
from tournaments.option_fields import PREFIX, chosen_options, option_fields
from tournaments.rate_limit.errors import TooManyAttempts
from tournaments.rate_limit.passwords import note_password

MINUTE = timedelta(minutes=1)
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

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("E-mail")
        self.fields["username"].widget = forms.EmailInput(
            attrs={"autocomplete": "username", "autofocus": True, "maxlength": 254}
        )

    def clean(self):
        """Check the password, unless too many were tried: what is wrong is counted."""
        if not {"username", "password"} <= self.cleaned_data.keys():
            return self.cleaned_data
        email, visitor = self.cleaned_data["username"], visitor_of(self.request)
        try:
            attempt = note_password(email, visitor, timezone.now())
        except TooManyAttempts as refusal:
            raise RefusedInputError(refusal) from refusal
        cleaned = super().clean()
        if self.get_user():
            attempt.delete()
        return cleaned


class MinutesField(forms.IntegerField):
    """A duration that people enter in whole minutes; its value is a timedelta."""

    def __init__(self, *, min_value=0, max_value=rules.LONGEST_SLOT // MINUTE, **kwargs):
        super().__init__(min_value=min_value, max_value=max_value, **kwargs)

    def clean(self, value):
        minutes = super().clean(value)
        return None if minutes is None else timedelta(minutes=minutes)

    def prepare_value(self, value):
        return value // MINUTE if isinstance(value, timedelta) else value

    def has_changed(self, initial, data):
        return super().has_changed(self.prepare_value(initial), data)


@cache
def time_zones() -> list:
    """The choices of time zones: UTC, then the IANA names by area."""
    names = sorted(name for name in available_timezones() if name.split("/")[0] in AREAS)
    areas = groupby(names, key=lambda name: name.split("/")[0])
    return [("UTC", "UTC")] + [
        (area, [(name, name.partition("/")[2].replace("_", " ")) for name in group])
        for area, group in areas
    ]


def _day(label, **kwargs) -> forms.DateField:
    # Browsers send and expect the ISO format, whatever they display.
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, input_formats=["%Y-%m-%d"], widget=widget, **kwargs)


class EventForm(forms.Form):
    """Name, place and days of an event."""

    name = forms.CharField(
        label=_("Name"), max_length=rules.LONGEST_NAME, help_text=_("The name everyone uses.")
    )
    venue = forms.CharField(label=_("Venue"), max_length=rules.LONGEST_VENUE, required=False)
    starts_on = _day(_("First day"))
    ends_on = _day(_("Last day"))
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        help_text=_("All times of the event are shown in this time zone."),
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        choices = time_zones()
        known = {name for _area, names in choices[1:] for name, _label in names} | {"UTC"}
        chosen = self["time_zone"].value()
        if chosen and chosen not in known and rules.is_time_zone(chosen):
            choices = [(chosen, chosen), *choices]
        self.fields["time_zone"].widget = forms.Select(choices=choices)

    def clean(self):
        if not self.errors:
            for fault in rules.event_faults(**self.cleaned_data):
                self.add_error(fault.field, str(fault))
        return self.cleaned_data


class ConductForm(forms.Form):
    """The code of conduct of an event."""

    text = forms.CharField(
        label=_("Code of conduct"),
        required=False,
        widget=forms.Textarea(attrs={"class": "tall"}),
        help_text=_("One tap away from every table. A blank line starts a new paragraph."),
    )


def _count(label, help_text="") -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=1, max_value=rules.HIGHEST_TARGET, help_text=help_text
    )


class TournamentForm(forms.Form):
    """A tournament of ``game``, with its initial values in ``initial``."""

    name = forms.CharField(label=_("Name"), max_length=rules.LONGEST_NAME)
    target = _count(
        _("Target, in points"), _("The game ends with the hand in which a player reaches it.")
    )
    slot = MinutesField(label=_("Slot, in minutes"), min_value=1)
    cutoff = MinutesField(
        label=_("Cutoff, in minutes before the end"),
        help_text=_("Counted back from the end of the slot."),
    )
    force_end = MinutesField(
        label=_("Force-end, in minutes before the end"),
        help_text=_("Counted back from the end of the slot."),
    )
    warning = MinutesField(
        label=_("Early warning, in minutes before the end"),
        help_text=_("Tables are warned that the cutoff is coming."),
    )
    final_slot = MinutesField(label=_("Slot of the final, in minutes"), min_value=1)
    rounds_planned = _count(
        _("Rounds before the final"),
        _("For a Swiss: all rounds. Round robins and eliminations set their own number."),
    )
    finalists = _count(_("Players in the final"), _("The final is one table."))
    qualifying_games = forms.IntegerField(
        label=_("Games that qualify for the final"),
        min_value=0,
        max_value=rules.MOST_ROUNDS,
        required=False,
        help_text=_("Players with fewer games cannot play in the final. 0 means no minimum."),
    )
    objection_minutes = forms.IntegerField(
        label=_("Minutes to object to a result"),
        min_value=0,
        max_value=rules.MOST_OBJECTION_MINUTES,
        required=False,
        help_text=_("After that it counts as agreed. 0 means it waits until someone agrees."),
    )
    pairing = forms.ChoiceField(
        label=_("Format"),
        choices=Tournament.Pairing.choices,
        required=False,
        help_text=_(
            "All but the first seat two at a table, whatever the table sizes. The Dutch system "
            "follows FIDE's 2026 rules."
        ),
    )
    scheme = forms.ChoiceField(
        label=_("Points scheme"),
        required=False,
        help_text=_("What a result is worth. You can change it later, with a preview."),
    )
    table_min = _count(pgettext_lazy("table", "Smallest table, in players"))
    table_preferred = _count(pgettext_lazy("table", "Preferred table, in players"))
    table_max = _count(pgettext_lazy("table", "Largest table, in players"))

    THE_GAME = (
        "name",
        "target",
        "pairing",
        "scheme",
        "rounds_planned",
        "finalists",
        "qualifying_games",
        "objection_minutes",
    )
    TIME = ("slot", "cutoff", "force_end", "warning", "final_slot")
    TABLES = ("table_min", "table_preferred", "table_max")

    def __init__(self, *args, game: GameInfo, is_new: bool = False, **kwargs):
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["scheme"].choices = [
            ("", _("set by the format")),
            *((key, found.name) for key, found in schemes().items()),
        ]
        self.options = game.options
        self.fields |= option_fields(self.options, self.initial.get("options") or {})
        if not self.game.has_target:
            del self.fields["target"]
        if not rules.takes_two(self.game):
            del self.fields["pairing"]
        if not is_new:
            del self.fields["scheme"]

    def clean_qualifying_games(self):
        return self.cleaned_data["qualifying_games"] or 0

    def clean_objection_minutes(self):
        minutes = self.cleaned_data["objection_minutes"]
        return rules.OBJECTION_MINUTES if minutes is None else minutes

    def clean_pairing(self):
        return self.cleaned_data["pairing"] or rules.TABLES

    def clean_scheme(self):
        head_to_head = self.cleaned_data.get("pairing", rules.TABLES) != rules.TABLES
        usual = rules.SCHEME_HEAD_TO_HEAD if head_to_head else HOUSE
        return self.cleaned_data["scheme"] or usual

    def clean(self):
        if self.cleaned_data.get("pairing", rules.TABLES) != rules.TABLES:
            two = (*self.TABLES, "finalists")
            self.cleaned_data |= dict.fromkeys(two, 2)
            for name in two:
                self.errors.pop(name, None)
        # The form of a game without a target has no such field.
        chosen = chosen_options(self.options, self.cleaned_data)
        self.cleaned_data = {
            name: value for name, value in self.cleaned_data.items() if not name.startswith(PREFIX)
        } | {"options": chosen}
        settings = {field: self.cleaned_data.get(field) for field in rules.SETTINGS}
        if "target" not in self.fields:
            settings["target"] = 0
        if "scheme" not in self.fields:
            settings["scheme"] = HOUSE
        if "pairing" not in self.fields:
            settings["pairing"] = rules.TABLES
        if None not in settings.values():
            for fault in rules.faults(rules.TournamentSettings(**settings), self.game):
                self.add_error(fault.field, str(fault))
        return self.cleaned_data

    def panels(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields of each panel, under its heading."""
        chosen = (*self.THE_GAME, *(PREFIX + option.key for option in self.options))
        return [
            (_("Competition"), [self[name] for name in chosen if name in self.fields]),
            (_("Time"), [self[name] for name in self.TIME]),
            (_("Tables"), [self[name] for name in self.TABLES]),
        ]


class StaffForm(forms.Form):
    """A person who helps to run an event."""

    email = forms.EmailField(label=_("E-mail"), max_length=254)
    name = forms.CharField(
        label=_("Name"), max_length=80, required=False, help_text=_("Only for a new account.")
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.CONDUCTOR)


class StaffChangeForm(forms.Form):
    """A new role, or the player that a member of staff plays as."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)
    player = forms.ChoiceField(label=_("Plays as"), required=False)

    def __init__(self, *args, players: list[tuple[str, str]], **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = [("", _("does not play")), *players]
