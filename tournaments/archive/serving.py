"""Serving the public pages of an event that is over from its archive.

A worker makes the pages, a few at a time, so that clocks and standings do not wait. They are shown
(``access.archived``) while nothing was written into the event's ledger since it began. After that
they are made once more, and no longer served where the event goes on. So they are after somebody
was erased whom they may name, at whatever event.
"""

import gzip
from datetime import datetime
from time import monotonic

from django.conf import settings
from django.db.models import F
from django.utils import timezone
from django.utils.translation import override

from tournaments import ledger, locking
from tournaments.access import archived
from tournaments.archive import rules
from tournaments.archive.errors import NotOver
from tournaments.archive.public import PublicPages, note_of
from tournaments.archive.still import still
from tournaments.errors import Refused, RowGone
from tournaments.events.ledger import sealing
from tournaments.ledger import Actor
from tournaments.models import (
    ArchivedPage,
    Event,
    LedgerSeal,
    Round,
    ServedArchive,
    StandingsState,
    Tournament,
)
from tournaments.transactions import atomic
from tournaments.verbs import Verb

#: How long one run of a worker may make pages.
AT_ONCE_SECONDS = 1.0
RUNNING_LEAGUE = (Tournament.Status.RUNNING, Tournament.Pairing.FIXTURES)


def is_over(event: Event, *, now: datetime) -> bool:
    """Whether nothing more is played at an event. Two queries."""
    tournaments = Tournament.objects.filter(event=event).order_by()
    found = set(tournaments.values_list("status", "pairing"))
    rounds = Round.objects.filter(tournament__event=event).exclude(status__in=Round.OVER)
    return rules.is_over(
        have_ended=bool(found) and {status for status, _pairing in found} <= set(Tournament.ENDED),
        has_passed=event.ends_on < timezone.localdate(now, event.zone),
        # A league may go on for weeks after the last day.
        is_played=RUNNING_LEAGUE in found or rounds.exists(),
    )


@atomic
def serve(event: Event, *, site: str, by: Actor, at: datetime) -> ServedArchive:
    """Have the public pages of an event made by a worker, and served from then on.

    ``site`` is the address of this site, without a slash at the end. Nothing happens if they are
    served or made already, but for those that could not be made. Raises NotOver.
    """
    event = locking.lock_event(event)
    found = ServedArchive.objects.filter(event=event).first()
    if found is not None and not found.problem:
        return found
    if event.is_draft or not is_over(event, now=at):
        raise NotOver
    ServedArchive.objects.filter(event=event).delete()
    ledger.record(event, Verb.SERVE_ARCHIVE, event, by=by, at=at)
    return ServedArchive.objects.create(event=event, site=site, asked_at=at)


@atomic
def stop(event: Event, *, by: Actor, at: datetime) -> None:
    """Show the pages of an event as they are now, and drop those of its archive."""
    event = locking.lock_event(event)
    if _drop(event):
        ledger.record(event, Verb.STOP_SERVING_ARCHIVE, event, by=by, at=at)


def make_waiting(*, now: datetime) -> int:
    """Make some of the pages that are missing in archives; how many."""
    until, made = monotonic() + AT_ONCE_SECONDS, 0
    made_already = archived.current().filter(made_at__isnull=False)
    waiting = ServedArchive.objects.filter(problem="").exclude(pk__in=made_already.values("pk"))
    for archive in waiting.select_related("event").order_by("pk"):
        with override(settings.LANGUAGE_CODE):
            made += _go_on(archive, until, now)
        if monotonic() > until:
            break
    return made


def _go_on(archive: ServedArchive, until: float, now: datetime) -> int:
    """Make pages of an archive until then, and at least one; how many."""
    current = archived.current().filter(pk=archive.pk).exists()
    if not current and not _begin(archive, now):
        return 0
    pages = PublicPages(archive.event, archive.site, only_shared=True)
    note = note_of(archive.event, now)
    made = 0
    while not made or monotonic() < until:
        missing = archive.pages.filter(html=None).order_by("pk").first()
        if missing is None:
            _finish(archive, now)
            break
        try:
            _make(missing, pages, note)
        except Refused as refusal:
            archive.problem = str(refusal)[:500]
            ServedArchive.objects.filter(pk=archive.pk).update(problem=archive.problem)
            break
        made += 1
    return made


def _make(page: ArchivedPage, public: PublicPages, note: str) -> None:
    """Make a page, and add those that it leads to. Raises PageDoesNotOpen.

    Nothing is stored if the archive was dropped meanwhile: a person may have been erased.
    """
    _type, content = public.read(page.address)
    html, links = still(content, note)
    local = (public.local(link, page.address) for link in links)
    found = {address for link in local if link and (address := public.page(link))}
    _store(page, gzip.compress(html, mtime=0), found)


@atomic
def _store(page: ArchivedPage, html: bytes, found: set[str]) -> None:
    if not ArchivedPage.objects.filter(pk=page.pk).update(html=html):
        return
    known = set(
        ArchivedPage.objects.filter(archive=page.archive_id, address__in=found).values_list(
            "address", flat=True
        )
    )
    ArchivedPage.objects.bulk_create(
        [
            ArchivedPage(archive_id=page.archive_id, address=address)
            for address in sorted(found - known)
        ],
        ignore_conflicts=True,
    )


@atomic
def _begin(archive: ServedArchive, now: datetime) -> bool:
    """Begin with the first page, from the event as it is now; False if that is not yet possible."""
    while sealing.seal(archive.event_id, now=now):
        pass
    try:
        event = locking.lock_event(archive.event_id)
    except RowGone:
        return False
    if event.is_draft or not is_over(event, now=now):
        _drop(event)
        return False
    if _has_stale_standings(event):
        return False  # a worker is about to compute them
    last = LedgerSeal.objects.filter(event=event).order_by("-number").first()
    if last is None or not ServedArchive.objects.filter(pk=archive.pk).exists():
        return False
    _serve(event, is_served=False)
    archive.seal, archive.release, archive.made_at = last.number, settings.RELEASE, None
    archive.save(update_fields=["seal", "release", "made_at"])
    archive.pages.all().delete()
    archive.pages.create(address=event.get_absolute_url())
    return True


@atomic
def _finish(archive: ServedArchive, now: datetime) -> None:
    """Serve the pages, unless the event has changed while they were made."""
    event = locking.lock_event(archive.event_id)
    # Somebody of another event may be erased meanwhile, and the pages with them.
    current = archived.current().filter(pk=archive.pk)
    if archive.pages.exists() and current.update(made_at=now):
        _serve(event, is_served=True)


def _has_stale_standings(event: Event) -> bool:
    states = StandingsState.objects.filter(tournament__event=event)
    return states.exclude(standings_version=F("results_version")).exists()


def _drop(event: Event) -> bool:
    """Remove the archive of an event; whether it had one."""
    count, _models = ServedArchive.objects.filter(event=event).delete()
    _serve(event, is_served=False)
    return bool(count)


def _serve(event: Event, *, is_served: bool) -> None:
    event.serves_archive = is_served
    event.save(update_fields=["serves_archive"])
