"""Template tags for every page: links, icons, durations and the slot clock."""

import json
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Protocol, cast

from django import template
from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.rulings import in_parts
from tournaments import days, names, texts, wording
from tournaments.models import Round, Tournament

register = template.Library()
#: {{ line.text|say }}: a text of a game in the language of the reader.
register.filter("say", texts.say)
register.filter("in_parts", in_parts)

SPRITE = "icons/sprite.svg"
NOTHING = "\N{EN DASH}"

#: The signal of each class of message of django.contrib.messages.
SIGNAL_OF_LEVEL = {"success": "settled", "warning": "caution", "error": "stop"}


@register.simple_tag
def icon(name: str) -> str:
    """An icon of the sprite. It is hidden from screen readers, so put the word beside it."""
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        static(SPRITE),
        name,
    )


@register.simple_tag
def release() -> str:
    """The version of Roundhouse that made this page."""
    return str(settings.RELEASE)


@register.simple_tag
def is_unreviewed() -> bool:
    """Whether no native speaker has read the language of the page yet."""
    return get_language() in settings.UNREVIEWED_LANGUAGES


@register.simple_tag
def corrections_address() -> str:
    """Where readers report a wrong translation; empty if the operator has named no place."""
    return str(settings.CORRECTIONS_URL)


@register.filter
def isolated(name: object) -> str:
    """A name in the text of a page; in an attribute or an option it stands as it is."""
    return names.bdi(name)


@register.filter
def each_isolated(people: Iterable[object]) -> list[str]:
    """The names of a list, to be joined."""
    return [names.bdi(one) for one in people]


@register.filter
def day(of: date | None, form: str) -> str:
    """A day, or that of a moment, in a form of ``days``: "l, j F"."""
    return days.in_words(of, form) if of else ""


@register.filter
def clock_time(moment: datetime | None) -> str:
    """A moment as the clocks at the event show it: see ``wording.clock_time``."""
    return wording.clock_time(moment) if moment else ""


@register.filter
def clock_seconds(moment: datetime | None) -> str:
    """The same, to the second."""
    return wording.clock_time(moment, seconds=True) if moment else ""


@register.filter
def day_and_time(moment: datetime | None) -> str:
    """A moment with its day: "21 Nov 14:30"."""
    return wording.day_and_time(moment) if moment else ""


@register.filter
def day_and_time_to(start: datetime, end: datetime) -> str:
    """From one moment to another: see ``wording.from_to``."""
    return wording.from_to(start, end)


@register.filter
def day_and_seconds(moment: datetime | None) -> str:
    """The same, to the second."""
    return wording.day_and_time(moment, seconds=True) if moment else ""


@register.filter
def day_year_and_time(moment: datetime | None) -> str:
    """A moment with its day and year: "21 Nov 2026 14:30"."""
    return wording.day_and_time(moment, year=True) if moment else ""


@register.simple_tag
def time_now() -> str:
    """The time of day."""
    return wording.clock_time(timezone.now())


@register.filter
def as_json(value: object) -> str:
    """A value as JSON, for an attribute that a script reads."""
    return json.dumps(value)


@register.filter
def signal_of(level: str) -> str:
    """The icon of a message of this level."""
    return SIGNAL_OF_LEVEL.get(level, "info")


@register.simple_tag(takes_context=True)
def nav_link(
    context: Context, name: str, *args: object, text: str, mark: str, part: str = ""
) -> str:
    """A link of the event's navigation, marked on its own page and on those below it.

    ``mark`` names its icon, ``part`` a place on that page.
    """
    address = reverse(name, args=args)
    return format_html(
        '<a class="eventnav__link" href="{}"{}>{}<span>{}</span></a>',
        f"{address}#{part}" if part else address,
        "" if part else _current(context.get("request"), address, is_root=name == "event"),
        icon(mark),
        text,
    )


def _current(request: HttpRequest | None, address: str, *, is_root: bool) -> str:
    """The attribute that marks the current page, or a page above it; the root marks only itself."""
    if request and request.path == address:
        return mark_safe(' aria-current="page"')
    if request and request.path.startswith(address) and not is_root:
        return mark_safe(' aria-current="true"')
    return ""


@register.simple_tag(takes_context=True)
def tournament_here(context: Context) -> Tournament | None:
    """The tournament that the page is about, if it is about one. Costs no query."""
    boards: Sequence[Any] = context.get("boards") or ()
    found: Tournament | None = context.get("tournament")
    if not found and len(boards) == 1:
        found = boards[0].tournament
    if found:
        return found
    round_ = context.get("round") or getattr(context.get("table"), "round", None)
    return getattr(round_, "tournament", None)


@register.filter
def countdown(left: timedelta | None) -> str:
    """Time left as on a station clock: ``1:42:10``, ``4:10``, ``0:05``; never below zero."""
    if left is None:
        return NOTHING
    # Rounded up, as by static/js/clock.js: 0:00 means that the moment has come.
    seconds = max(0, -(-left // timedelta(seconds=1)))
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@register.filter
def duration(span: timedelta | None) -> str:
    """A length of time in words short enough for a table: ``2 h``, ``20 min``, ``1 h 30 min``."""
    return NOTHING if span is None else wording.duration(span)


@register.filter
def percent(chance: float | None) -> str:
    """A chance in whole per cent, between 1 % and 99 %: a forecast is never certain."""
    if chance is None:
        return NOTHING
    return _("%(number)s %%") % {"number": min(max(round(chance * 100), 1), 99)}


@register.filter
def iso(moment: datetime | None) -> str:
    """A moment for ``data-…-at`` and ``<time datetime>``."""
    return moment.isoformat() if moment else ""


class SlotTimes(Protocol):
    """The times of a slot that has started: of a round, or of a table with its own clock."""

    started_at: datetime
    cutoff_at: datetime
    force_end_at: datetime
    ends_at: datetime
    paused_at: datetime | None


@register.simple_tag
def clock_reading(
    round_: Round, now: datetime | None = None, clock: SlotTimes | None = None
) -> dict[str, Any]:
    """Return the reading of a round's slot clock at ``now``, for components/clock.html.

    ``clock`` is a table that has its own clock, if it is not the round's. ``state`` is one of
    waiting, open, last_hands, force_end, over, paused and closed; ``part`` gives the positions
    of the marks on the line, in per cent of the slot. static/js/clock.js takes over from there.
    """
    now = now or timezone.now()
    if round_.closed_at:
        return {"state": "closed"}
    if not round_.started_at:
        return {"state": "waiting"}
    times = clock or cast(SlotTimes, round_)
    shown = min(now, times.paused_at) if times.paused_at else now
    whole = times.ends_at - times.started_at

    def part(moment: datetime) -> str:
        done = (moment - times.started_at) / whole if whole else 1
        return f"{100 * min(max(done, 0), 1):.2f}%"

    return {
        "state": "paused" if times.paused_at else _state_of(times, now),
        "left": times.ends_at - shown,
        "to_cutoff": times.cutoff_at - shown,
        "started_at": times.started_at,
        "cutoff_at": times.cutoff_at,
        "force_end_at": times.force_end_at,
        "ends_at": times.ends_at,
        "paused_at": times.paused_at,
        "part": {
            "now": part(shown),
            "cutoff": part(times.cutoff_at),
            "force_end": part(times.force_end_at),
        },
    }


def _state_of(times: SlotTimes, now: datetime) -> str:
    """The state of a running slot. A deadline itself still belongs to the state before it."""
    if now > times.ends_at:
        return "over"
    if now >= times.force_end_at:
        return "force_end"
    return "last_hands" if now > times.cutoff_at else "open"


@register.simple_tag(takes_context=True)
def page_address(context: Context, field: str, number: int) -> str:
    """The address of this page with ``field`` set to ``number``, all other parameters kept."""
    request = context.get("request")
    query = request.GET.copy() if request else QueryDict(mutable=True)
    query[field or "page"] = str(number)
    return f"?{query.urlencode()}"
