"""Forms of the clock room: one command for the whole round, or for the tables chosen."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.clock.clock_events import ClockAct
from tournaments.clock.rules import Override
from tournaments.events.settings.inputs import LEFT_OUT
from tournaments.form_choices import offer_rows
from tournaments.local_times import moments
from tournaments.models import Round, Table, Tournament
from tournaments.texts import in_site_language
from tournaments.wording import clock_time

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST_MINUTES = 720
WHOLE_ROUND, CHOSEN = "round", "chosen"

ACTS = [
    (ClockAct.PAUSE, _("Pause the clock")),
    (ClockAct.RESUME, _("Resume the clock")),
    (ClockAct.EXTRA, _("Give extra time (minutes)")),
    (ClockAct.CUTOFF, _("Move the cutoff (minutes, minus for earlier)")),
    (ClockAct.END, _("End the slot now")),
    (ClockAct.RULES, _("Change the timing (slot, cutoff, force-end)")),
    (ClockAct.RESTART, _("Restart the clock (whole round)")),
    (ClockAct.UNDO, _("Undo the last change")),
]


class MinutesField(forms.IntegerField):
    """A number of minutes, as a length of time."""

    def __init__(self, *, label: "StrOrPromise", least: int = 0) -> None:
        super().__init__(required=False, min_value=least, max_value=MOST_MINUTES, label=label)

    def clean(self, value: Any) -> timedelta | None:
        count = super().clean(value)
        return None if count is None else timedelta(minutes=count)


class ClockForm(forms.Form):
    """A command for the clocks of a round. The tables are chosen on their tiles."""

    act = forms.ChoiceField(label=_("Action"), choices=ACTS)
    scope = forms.ChoiceField(
        label=_("Applies to"),
        widget=forms.RadioSelect,
        choices=[(CHOSEN, _("the selected tables")), (WHOLE_ROUND, _("the whole round"))],
        initial=CHOSEN,
    )
    minutes = MinutesField(label=_("Minutes"), least=-MOST_MINUTES)
    slot = MinutesField(label=_("Slot, in minutes"))
    cutoff = MinutesField(label=_("Cutoff, in minutes before the end"))
    force_end = MinutesField(label=_("Force-end, in minutes before the end"))
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        error_messages={"required": _("Give a reason: it is kept with the change.")},
        widget=forms.TextInput(attrs={"list": "clock-reasons", "autocomplete": "off"}),
    )
    tables = forms.ModelMultipleChoiceField(Table.objects.none(), required=False)

    def __init__(self, data: QueryDict | None = None, *, round_: Round) -> None:
        super().__init__(data, auto_id=f"clock-{round_.pk}-%s")
        offer_rows(self, "tables", Table.objects.filter(round=round_))

    def clean(self) -> dict[str, Any]:
        super().clean()
        values: dict[str, Any] = self.cleaned_data
        act, chosen = values.get("act"), values.get("scope") == CHOSEN
        if chosen and "tables" in values and not values["tables"]:
            self.add_error("scope", _("Select a table, or choose the whole round."))
        if chosen and act == ClockAct.RESTART:
            self.add_error("act", _("Only the clock of a whole round can be restarted."))
        if (
            act in {ClockAct.EXTRA, ClockAct.CUTOFF}
            and "minutes" in values
            and values["minutes"] is None
        ):
            self.add_error("minutes", _("Enter the number of minutes."))
        return values

    @property
    def whole_round(self) -> bool:
        return bool(self.cleaned_data["scope"] == WHOLE_ROUND)

    @property
    def override(self) -> Override:
        """The timing that was entered; what is left empty is the tournament's."""
        names = ("slot", "cutoff", "force_end")
        return Override(**{name: self.cleaned_data[name] for name in names})


class AllClocksForm(forms.Form):
    """Pausing or resuming all clocks of an event: the reason is one of a few, typed, or none."""

    act = forms.ChoiceField(choices=[(act, act) for act in (ClockAct.PAUSE, ClockAct.RESUME)])
    reason = forms.CharField(max_length=200, required=False)
    other = forms.CharField(max_length=200, required=False)

    @property
    def why(self) -> str:
        return str(self.cleaned_data["reason"] or self.cleaned_data["other"])


class UndoForm(forms.Form):
    """Undoing one change of the history; the button of the page gives no reason of its own."""

    change = forms.IntegerField()
    reason = forms.CharField(max_length=200, required=False)

    @property
    def why(self) -> str:
        """The reason that is kept, in the language of the site, like all that acts store."""
        with in_site_language():
            return self.cleaned_data["reason"] or gettext("undone in the clock room")


class ShownTimeField(forms.DateTimeField):
    """A time as a clock shows it, in no time zone: its form knows which moments that may be."""

    def to_python(self, value: Any) -> datetime | None:
        with timezone.override(UTC):
            found = super().to_python(value)
        return found and timezone.make_naive(found, UTC)


class NextRoundForm(forms.Form):
    """When the next round starts, in the event's time zone.

    ``which`` is asked for in the night in which the clocks show a time twice.
    """

    starts_at = ShownTimeField(
        label=_("Next round starts at"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
    )
    which = forms.ChoiceField(label=_("Which of the two"), required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        error_messages={"required": _("Give a reason: it is kept with the change.")},
    )

    def __init__(self, data: QueryDict | None = None, *, tournament: Tournament) -> None:
        starts_at = tournament.next_round_at
        self._zone = tournament.event.zone
        local = timezone.localtime(starts_at, self._zone) if starts_at else None
        initial = {"starts_at": local, "which": str(local.fold)} if local else {}
        super().__init__(data, auto_id=f"next-{tournament.pk}-%s", initial=initial)
        self._moments = self._meant(local)
        which = cast(forms.ChoiceField, self.fields["which"])
        with timezone.override(self._zone):
            which.choices = [(str(n), clock_time(at)) for n, at in enumerate(self._moments)]
        if len(which.choices) != len(("first", "second")):
            which.widget = forms.HiddenInput()

    def _meant(self, local: datetime | None) -> list[datetime]:
        """The moments that the time may mean which was typed, or else that of the row."""
        shown = local and local.replace(tzinfo=None, fold=0)
        if self.is_bound:
            with suppress(forms.ValidationError):
                shown = self.fields["starts_at"].to_python(self["starts_at"].data)
        return moments(shown, self._zone) if shown else []

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if said.get("starts_at"):
            match self._moments:
                case []:
                    self.add_error("starts_at", LEFT_OUT)
                case [only]:
                    said["starts_at"] = only
                case both:
                    self._choose(both)
        return said

    def _choose(self, both: list[datetime]) -> None:
        said = self.cleaned_data
        if said.get("which"):
            said["starts_at"] = both[int(said["which"])]
        elif "which" not in self.errors:
            self.add_error("which", _("The clocks show this time twice that night."))
