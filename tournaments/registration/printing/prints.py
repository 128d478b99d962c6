"""Prints of all badges of an event: asked for by a conductor, drawn by a worker, kept for a day.

A worker draws a few sheets at a time and leaves the rest for the next time it is woken, so that
clocks and standings do not wait. Drawing twice draws nothing twice.
"""

import gzip
import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from time import monotonic
from typing import TYPE_CHECKING, TypedDict

from django.conf import settings
from django.db import IntegrityError
from django.db.models import Count, F
from django.template.loader import render_to_string
from django.utils import translation

from tournaments.models import BadgePrint, BadgeSheet, Event, Player
from tournaments.person_fields import on_badge
from tournaments.registration.badges import badge, badged_players

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

#: Drawing so many codes takes a quarter of a second, and they fill a few sheets of paper.
BADGES_A_SHEET = 60
KEEP = timedelta(days=1)
#: How long one run of a worker may draw.
AT_ONCE_SECONDS = 1.0


def ask_for(event: Event, *, site: str, at: datetime) -> BadgePrint | None:
    """Have a worker draw all badges as the roster is now; None if there is nobody on it.

    Asking for the same badges again gives the same print. ``site`` is where their codes lead.
    """
    people = badged_players(event)
    if not people:
        return None
    values = {
        "site": site,
        "people": [player.pk for player in people],
        "sheets": math.ceil(len(people) / BADGES_A_SHEET),
        "asked_at": at,
    }
    digest = _digest(event, people, site)
    found, _made = BadgePrint.objects.get_or_create(event=event, digest=digest, defaults=values)
    BadgePrint.objects.filter(event=event, asked_at__lt=found.asked_at).delete()
    return found


class Drawn(TypedDict):
    """How many sheets of a print are drawn."""

    done: int


def latest(event: Event) -> "WithAnnotations[BadgePrint, Drawn] | None":
    """The print that was last asked for, with how many of its sheets are drawn. One query."""
    prints = BadgePrint.objects.filter(event=event).annotate(done=Count("drawn"))
    return prints.order_by("-asked_at", "-pk").first()


def is_current(found: BadgePrint, *, site: str) -> bool:
    """Whether a print shows what the badges would be today. One query."""
    return found.digest == _digest(found.event, badged_players(found.event), site)


def cards(found: BadgePrint) -> str:
    """All cards of a complete print as HTML."""
    sheets = found.drawn.order_by("number").values_list("cards", flat=True)
    return "".join(gzip.decompress(sheet).decode() for sheet in sheets)


def draw_waiting() -> int:
    """Draw some of the sheets that are missing, the oldest print's first; how many."""
    until, done = monotonic() + AT_ONCE_SECONDS, 0
    waiting = BadgePrint.objects.annotate(done=Count("drawn")).filter(done__lt=F("sheets"))
    for found in waiting.select_related("event").order_by("asked_at", "pk"):
        drawn = set(found.drawn.values_list("number", flat=True))
        for number in range(1, found.sheets + 1):
            if number in drawn:
                continue
            if done and monotonic() > until:
                return done
            if not _draw(found, number):
                break
            done += 1
    return done


def forget_old(*, now: datetime) -> int:
    """Remove the prints that are older than a day; how many."""
    old = BadgePrint.objects.filter(asked_at__lt=now - KEEP)
    count = old.count()
    old.delete()
    return count


def _draw(found: BadgePrint, number: int) -> bool:
    """Draw a sheet; False if its print is gone: another was asked for, or a person was erased."""
    keys = found.people[(number - 1) * BADGES_A_SHEET : number * BADGES_A_SHEET]
    players = Player.objects.in_bulk(keys)  # who has left the event since has no badge
    badges = [badge(found.site, players[key]) for key in keys if key in players]
    with translation.override(settings.LANGUAGE_CODE):
        context = {"badges": badges, "event": found.event}
        html = render_to_string("registration/_badge_cards.html", context)
    sheet = BadgeSheet(print=found, number=number, cards=gzip.compress(html.encode(), mtime=0))
    # Another worker may have drawn it meanwhile: it is the same.
    try:
        BadgeSheet.objects.bulk_create([sheet], ignore_conflicts=True)
    except IntegrityError:
        if BadgePrint.objects.filter(pk=found.pk).exists():
            raise
        return False
    return True


def _digest(event: Event, people: Sequence[Player], site: str) -> str:
    facts = [(one.pk, *on_badge(one), one.pin, one.badge) for one in people]
    return sha256(repr((event.name, site, facts)).encode()).hexdigest()
