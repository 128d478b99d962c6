"""Rows of attempts: writing, forgetting and counting them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Count, Exists, Max, Q, QuerySet
from django.utils.functional import Promise

from tournaments.models import Attempt
from tournaments.rate_limit.errors import TooManyAttempts
from tournaments.rate_limit.rules import DAY, HOUR, wait_after
from tournaments.rate_limit.visitors import Visitor

Kind = Attempt.Kind

#: Rows are deleted when no limit counts them. An hour is also what bounds the number of rows of
#: passwords, since a stranger can make up addresses of accounts.
FOR_AN_HOUR = (Kind.PASSWORD, Kind.CODE, Kind.JOIN, Kind.FIRST)
KEPT = dict.fromkeys(Kind.values, DAY) | dict.fromkeys(FOR_AN_HOUR, HOUR)


#: So many rows are deleted at a time, so that nobody waits long who writes meanwhile.
SOME = 500


def note(kind: str, at: datetime, visitor: Visitor | None = None, **about: object) -> Attempt:
    """Write an attempt down."""
    who = {"device": visitor.counted_as, "network": visitor.network} if visitor else {}
    return Attempt.objects.create(**{"kind": kind, "at": at} | who | about)


def forget(now: datetime) -> int:
    """Delete attempts that no limit counts any more, some at a time; how many they were.

    It is a job of the worker: of requests that delete the same rows at once, one might have to be
    aborted.
    """
    old = Q(at__lt=now - DAY) | Q(kind__in=FOR_AN_HOUR, at__lt=now - HOUR)
    count = 0
    while keys := list(
        Attempt.objects.filter(old).order_by("pk").values_list("pk", flat=True)[:SOME]
    ):
        count += Attempt.objects.filter(pk__in=keys).delete()[0]
    return count


def recent(kind: str, now: datetime, within: timedelta | None = None) -> QuerySet[Attempt]:
    """The attempts of a kind that its limits count, in no order."""
    return Attempt.objects.filter(kind=kind, at__gt=now - (within or KEPT[kind])).order_by()


def at_least(count: int, attempts: QuerySet[Attempt]) -> Exists:
    """Whether there are so many attempts; the database looks at no more than that."""
    return Exists(attempts[count - 1 : count])


def check_device(
    attempts: QuerySet[Attempt], visitor: Visitor, now: datetime, sentence: Promise
) -> None:
    """Raise TooManyAttempts while a device waits after its own wrong attempts. One query."""
    if not visitor.is_known:
        return
    own = attempts.filter(device=visitor.device).aggregate(count=Count("pk"), last=Max("at"))
    check_wait(own["count"], own["last"], now, sentence)


def check_wait(wrong: int, last: datetime | None, now: datetime, sentence: Promise) -> None:
    """Raise TooManyAttempts while the wait after the last wrong attempt has not passed."""
    if last and now < last + wait_after(wrong):
        raise TooManyAttempts(last + wait_after(wrong), sentence, now)
