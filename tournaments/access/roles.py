"""The roles that run an event, and what each may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.http import Http404

from tournaments.models import Event, Role, Staff

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from tournaments.models import User

CONDUCTING = frozenset({Role.OWNER, Role.CONDUCTOR})
KEEPING_SCORES = CONDUCTING | {Role.SCOREKEEPER}


class DraftOnly(Http404):
    """The event is a draft, and the sender is not of its staff."""


def visible_events(user: User | AnonymousUser) -> QuerySet[Event]:
    """The events that ``user`` may know of: those announced, and the drafts of their own."""
    if user.is_authenticated and user.is_superuser:
        return Event.objects.all()
    seen = Q(announced_at__isnull=False)
    if user.is_authenticated:
        seen |= Q(pk__in=Staff.objects.filter(user=user).values("event"))
    return Event.objects.filter(seen)


def role_at(event: Event, user: User | AnonymousUser) -> str:
    """The role of ``user`` at ``event``; empty for the public."""
    if not user.is_authenticated:
        return ""
    role = event.staff.filter(user=user).values_list("role", flat=True).first()
    return role or (Role.OWNER if user.is_superuser else "")
