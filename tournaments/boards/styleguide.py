"""The page that shows every component in every state, in both themes. It reads no data."""

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import django_tables2 as tables
from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.models import Round

SLOT, CUTOFF, FORCE_END, EARLY = (timedelta(minutes=m) for m in (120, 20, 10, 30))

COLOURS = [
    *("paper", "surface", "sunken", "ink", "ink-soft", "line", "line-strong"),
    *("accent", "accent-soft", "sign", "board", "proceed", "caution", "stop"),
]

STANDINGS = [
    {"place": 1, "name": "Zoë Østergård", "score": "8 1/2", "points": 241, "mark": "is-you"},
    {
        "place": 2,
        "name": "Siobhán O\N{RIGHT SINGLE QUOTATION MARK}Malley",
        "score": "8",
        "points": 236,
        "mark": "",
    },
    {"place": 3, "name": "Bartholomew Featherstonehaugh-Cholmondeley", "score": "7", "points": 198},
    {"place": 4, "name": "Łukasz Wiśniewski", "score": "6 1/2", "points": -12, "mark": "is-cut"},
    {"place": 5, "name": "Nguyễn Thị Minh", "score": "6", "points": 177, "mark": "is-out"},
]


class StandingsExample(tables.Table):  # type: ignore[misc]  # it has no annotations
    """A table of merit with names of all lengths."""

    place = tables.Column(attrs={"th": {"class": "place"}, "td": {"class": "place"}})
    name = tables.Column(verbose_name=_("player"))
    score = tables.Column(attrs={"th": {"class": "number"}, "td": {"class": "number"}})
    points = tables.Column(
        verbose_name=_("game points"),
        attrs={"th": {"class": "number"}, "td": {"class": "number"}},
    )

    class Meta:
        attrs = {"caption": _("Standings after round 1")}
        row_attrs = {"class": lambda record: record.get("mark", "")}
        order_by = "place"


class ExampleForm(forms.Form):
    """One field of each kind."""

    name = forms.CharField(label=_("Your name"), max_length=80)
    handle = forms.CharField(
        label=_("Handle"), required=False, help_text=_("What others call you, if not your name.")
    )
    target = forms.IntegerField(label=_("Target"), initial=120, min_value=1)
    tournament = forms.ChoiceField(
        label=_("Tournament"), choices=[("express", _("Express Open")), ("juniors", _("Juniors"))]
    )
    winner = forms.ChoiceField(
        label=_("Who went out?"),
        widget=forms.RadioSelect,
        choices=[("1", "Zoë"), ("2", "Łukasz"), ("0", _("Nobody"))],
    )
    notes = forms.CharField(label=_("Notes"), widget=forms.Textarea, required=False)
    file = forms.FileField(label=_("Roster file"), required=False, help_text=_("CSV, UTF-8."))
    agree = forms.BooleanField(label=_("Check in at once"), required=False)


def example_round(*, gone: timedelta | None, now: datetime, closed: bool = False) -> Round:
    """A round of two hours, ``gone`` of it over; not stored."""
    if gone is None:
        return Round(number=1, status=Round.Status.PUBLISHED)
    ends_at = now - gone + SLOT
    return Round(
        number=1,
        status=Round.Status.CLOSED if closed else Round.Status.RUNNING,
        started_at=now - gone,
        warning_at=ends_at - EARLY,
        cutoff_at=ends_at - CUTOFF,
        force_end_at=ends_at - FORCE_END,
        ends_at=ends_at,
        closed_at=ends_at if closed else None,
    )


def example_clocks(now: datetime) -> list[Round]:
    """A clock in each of its states."""
    gone = (0, 95 * 60 + 50, 101 * 60 + 20, 111 * 60, 121 * 60)
    paused = example_round(gone=timedelta(minutes=50), now=now)
    paused.paused_at = now - timedelta(minutes=3)
    return [
        example_round(gone=None, now=now),
        *(example_round(gone=timedelta(seconds=s), now=now) for s in gone),
        example_round(gone=timedelta(minutes=130), now=now, closed=True),
        paused,
    ]


def example_points(prefix: str) -> list[dict[str, Any]]:
    """Lines of a hand entry: empty, filled, below zero, and wrong."""
    rows = [
        {"player": STANDINGS[0]["name"], "before": 57, "value": ""},
        {"player": STANDINGS[1]["name"], "before": 104, "value": 23},
        {"player": STANDINGS[2]["name"], "before": 12, "value": -18},
        {"player": STANDINGS[4]["name"], "value": "4o", "errors": [_("Enter a whole number.")]},
    ]
    return [{"before": 0, **row, "name": f"{prefix}-{n}"} for n, row in enumerate(rows, start=1)]


def example_theme(name: str, word: Promise) -> SimpleNamespace:
    """Make one set of examples, with ids of its own: one is shown by day and one by night."""
    wrong = ExampleForm(
        {"name": "", "target": "many", "tournament": "express", "agree": "on"},
        auto_id=f"{name}_wrong_%s",
    )
    wrong.add_error(None, _("This tournament has started. Ask a conductor to add you."))
    return SimpleNamespace(
        name=name,
        word=word,
        form=ExampleForm(auto_id=f"{name}_%s"),
        wrong=wrong,
        points=example_points(name),
    )


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Every component, in every state, by day and by night."""
    now = timezone.now()
    standings = StandingsExample(STANDINGS)
    tables.RequestConfig(request, paginate=False).configure(standings)
    context = {
        "themes": [example_theme("light", _("Light")), example_theme("dark", _("Dark"))],
        "colours": COLOURS,
        "clocks": example_clocks(now),
        "running": example_round(gone=timedelta(minutes=95, seconds=50), now=now),
        "standings": standings,
        "nothing": StandingsExample([]),
        "page": Paginator(range(300), 100).page(2),
    }
    return render(request, "boards/styleguide/page.html", context)
