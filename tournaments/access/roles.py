"""The roles that run an event, and what each may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.models import Event, Role

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from tournaments.models import User

CONDUCTING = frozenset({Role.OWNER, Role.CONDUCTOR})
KEEPING_SCORES = CONDUCTING | {Role.SCOREKEEPER}


def role_at(event: Event, user: User | AnonymousUser) -> str:
    """The role of ``user`` at ``event``; empty for the public."""
    if not user.is_authenticated:
        return ""
    role = event.staff.filter(user=user).values_list("role", flat=True).first()
    return role or (Role.OWNER if user.is_superuser else "")
