"""The form of an announcement."""

from datetime import datetime
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournaments.days import in_words
from tournaments.events.settings.inputs import moment_field
from tournaments.form_choices import offer_choices
from tournaments.lines_field import LinesField
from tournaments.models import Announcement, Event, Session, Tournament
from tournaments.notifications import rules
from tournaments.punctuation import listed
from tournaments.wording import clock_time

Audience = Announcement.Audience


class AnnouncementForm(forms.Form):
    """Some text, whom it is for, and for how long."""

    text = LinesField(
        label=_("Text"),
        max_length=Announcement.LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    audience = forms.ChoiceField(label=_("For"))
    starts_at = moment_field(
        label=_("From"), required=False, help_text=_("empty: at once, when you announce it")
    )
    ends_at = moment_field(label=_("Until"))

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        event: Event,
        initial: dict[str, Any],
        now: datetime,
    ) -> None:
        super().__init__(data, initial=initial)
        self._now = now
        offer_choices(self, "audience", _audiences(event, initial["audience"], now))

    def values(self) -> dict[str, Any]:
        """The values of the announcement, for the verb."""
        said = dict(self.cleaned_data)
        # Whole minutes, as inputs have them: so nobody changes it by changing something else.
        said["starts_at"] = said["starts_at"] or _minute(self._now)
        for key in ("starts_at", "ends_at"):
            shown = self.initial.get(key)
            if shown and said[key] == _minute(shown):  # a program may have announced it
                said[key] = shown
        return said | audience_from(said["audience"])


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def _audiences(event: Event, chosen: str, now: datetime) -> list[tuple[str, Any]]:
    """The choices: everybody, a tournament that goes on, a session to come, conductors."""
    going = event.tournaments.exclude(status__in=Tournament.ENDED).order_by("name", "pk")
    coming = event.sessions.filter(ends_at__gt=now, cancelled_at=None).select_related("tournament")
    choices: list[tuple[str, Any]] = [
        (Audience.EVERYBODY, _now("Everybody")),
        (Audience.CONDUCTORS, _now("Conductors only")),
        *((f"tournament-{one.pk}", one.name) for one in going),
        *((f"session-{one.pk}", _called(one)) for one in coming),
    ]
    if chosen not in dict(choices):  # that of a row which is changed later than it ended
        choices.append((chosen, _now("as it is")))
    return choices


def _called(session: Session) -> str:
    day = in_words(session.starts_at, "D")
    return listed([session, f"{day} {clock_time(session.starts_at)}"])


def new_values(now: datetime) -> dict[str, Any]:
    """The values that the form of a new announcement begins with."""
    until = _minute(now + rules.USUAL)
    return {"audience": str(Audience.EVERYBODY), "ends_at": until}


def form_values(announcement: Announcement) -> dict[str, Any]:
    """The values of an announcement as its form shows them."""
    key = announcement.tournament_id or announcement.session_id
    audience = f"{announcement.audience}-{key}" if key else announcement.audience
    return {
        "text": announcement.text,
        "audience": audience,
        "starts_at": announcement.starts_at,
        "ends_at": announcement.ends_at,
    }


def audience_from(chosen: str) -> dict[str, Any]:
    """The columns that a choice of the form means: "tournament-12"."""
    kind, _dash, key = chosen.partition("-")
    number = int(key) if key.isascii() and key.isdigit() else None
    return {
        "audience": kind,
        "tournament": number if kind == Audience.TOURNAMENT else None,
        "session": number if kind == Audience.SESSION else None,
    }
