"""Mailing the warnings that fired to the conductors who want them."""

import logging
from collections import defaultdict
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.core.mail import send_mail
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import locking
from tournaments.clock.warnings.queries import IS_NEWS
from tournaments.email_addresses import is_email
from tournaments.models import ClockWarning, Event, Staff, runs_here
from tournaments.punctuation import labelled, listed
from tournaments.transactions import atomic
from tournaments.wording import clock_time, hours_of

log = logging.getLogger(__name__)

#: An older warning is no longer news.
NEWS = timedelta(minutes=10)
AT_ONCE = 1000
LINES = 40


def mail_fired_warnings(*, now: datetime) -> int:
    """Send what fired since the last time, one letter for each event; return how many were sent.

    Not what holds no longer, because its clock was changed meanwhile or its round is over. A
    warning is claimed before its letter is sent, so two workers send it once. A letter that the
    mail server rejects is sent again while it is news.
    """
    sent = 0
    for event, warnings in _claim(now).items():
        recipients = _recipients(event)
        if not recipients:
            continue
        try:
            _send(event, warnings, recipients)
        except (SMTPException, OSError) as error:
            log.warning("the warnings of event %s could not be mailed: %s", event.pk, error)
            keys = [warning.pk for warning in warnings]
            ClockWarning.objects.filter(pk__in=keys).update(mailed_at=None)
        else:
            sent += 1
    return sent


@atomic
def _claim(now: datetime) -> dict[Event, list[ClockWarning]]:
    fired = ClockWarning.objects.filter(
        runs_here("tournament__event"), IS_NEWS, mailed_at=None, fired_at__gt=now - NEWS
    )
    fired = fired.select_related("tournament__event", "round", "table__hall_table__room")
    fired = fired.order_by("due_at", "pk")
    claimed = locking.claim_warnings(fired, AT_ONCE)
    # A clock that was changed just before these were locked may have moved them: look again.
    warnings = list(fired.filter(pk__in=[warning.pk for warning in claimed]))
    keys = [warning.pk for warning in warnings]
    if keys:
        ClockWarning.objects.filter(pk__in=keys, mailed_at=None).update(mailed_at=now)
    found = defaultdict(list)
    for warning in warnings:
        found[warning.tournament.event].append(warning)
    return found


def _recipients(event: Event) -> list[str]:
    staff = Staff.objects.filter(event=event, mail_warnings=True, user__is_active=True)
    found = staff.order_by("pk").values_list("user__email", flat=True)
    # Earlier releases took addresses that no letter can have: it would keep the others waiting.
    return [address for address in found if is_email(address)]


def _send(event: Event, warnings: list[ClockWarning], recipients: list[str]) -> None:
    with timezone.override(event.zone), hours_of(clock_12h=event.clock_12h):
        lines = [_line(warning) for warning in warnings[:LINES]]
    if len(warnings) > LINES:
        lines.append(_("and %(count)s more.") % {"count": len(warnings) - LINES})
    subject = _("%(event)s: %(what)s") % {
        "event": event,
        "what": warnings[-1].get_kind_display(),
    }
    # One letter for each recipient, so that nobody sees the addresses of the others.
    for address in recipients:
        send_mail(" ".join(subject.split()), "\n".join(lines), None, [address])


def _line(warning: ClockWarning) -> str:
    subject = listed(filter(None, (warning.tournament, warning.round, warning.table)))
    return f"{clock_time(warning.due_at)}  {labelled(subject, warning.get_kind_display())}"
