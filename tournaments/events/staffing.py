"""The staff of an event: inviting, accepting, changing roles, removing."""

from datetime import datetime
from typing import Any, cast

from tournaments import ledger, locking
from tournaments.accounts.invitations import services as invitations
from tournaments.events import errors
from tournaments.ledger import Actor
from tournaments.models import Event, Invitation, Player, Role, Staff, User
from tournaments.seen import Values, changed_by, check_still
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@atomic
def invite(
    event: Event, email: str, *, role: str, by: Actor, at: datetime
) -> tuple[Invitation, str]:
    """Invite an address to the staff, and the token of the link that answers for it.

    Whether the address has an account makes no difference here. An earlier invitation is void.
    Raises NoSuchRole, StaffAlready or TooManyAttempts.
    """
    _check_role(role)
    event = locking.lock_event(event)
    email = email.strip().lower()
    if event.staff.filter(user__email=email).exists():
        raise errors.StaffAlready(field="email", email=email)
    made = invitations.make(email, event=event, role=role, by=by, at=at)
    ledger.record(event, Verb.INVITE, email, by=by, at=at, after={"role": str(role)})
    return made


@atomic
def withdraw(invitation: Invitation, *, by: Actor, at: datetime) -> None:
    """Withdraw an invitation to the staff. Nothing happens if it was answered meanwhile."""
    if invitation.event is None:
        raise ValueError("an invitation to a season")
    if invitations.close(invitation):
        ledger.record(invitation.event, Verb.WITHDRAW_INVITATION, invitation.email, by=by, at=at)


@atomic
def accept(invitation: Invitation, user: User, *, device: str, at: datetime) -> Staff:
    """Give ``user`` the role that they were invited to.

    Raises InvitationGone, or InvitationOfAnother.
    """
    event = locking.lock_event(cast(Event, invitation.event))
    invitations.answer(invitation, user, at=at)
    staff, _is_new = Staff.objects.get_or_create(
        event=event, user=user, defaults={"role": invitation.role}
    )
    by = Actor(name=str(user), user=user, device=device)
    after = {"role": staff.role, "invited_by": invitation.inviter_name}
    ledger.record(event, Verb.ADD_STAFF, user, by=by, at=at, after=after)
    return staff


@atomic
def accept_as_new(
    invitation: Invitation, *, name: str, password: str, device: str, at: datetime
) -> User:
    """Make the account of somebody who was invited and has none, and accept for it.

    Raises InvitationGone or AccountExists.
    """
    user = invitations.account_for(invitation, name=name, password=password)
    accept(invitation, user, device=device, at=at)
    return user


@atomic
def change_staff(
    staff: Staff,
    *,
    role: str,
    player: Player | None,
    by: Actor,
    at: datetime,
    seen: Values | None = None,
) -> Staff:
    """Change the role of a member of staff, or the player they play as, which were ``seen``.

    Raises ChangedMeanwhile, NoSuchRole, LastOwner or PlaysForAnother.
    """
    _check_role(role)
    event = locking.lock_event(staff.event)
    staff = event.staff.select_related("user", "player").get(pk=staff.pk)
    now = staff_values(staff)
    changed = now | changed_by({"role": role, "player": player}, seen, now)
    role, player = changed["role"], changed["player"]
    if staff.role == Role.OWNER and role != Role.OWNER:
        _check_not_last(event, staff)
    if player and Staff.objects.filter(player=player).exclude(pk=staff.pk).exists():
        raise errors.PlaysForAnother(field="player", name=player.name)
    before, after = _plain_role(staff.role, staff.player), _plain_role(role, player)
    if before != after:
        staff.role, staff.player = role, player
        staff.save(update_fields=["role", "player"])
        ledger.record(
            event, Verb.CHANGE_STAFF, staff.user, by=by, at=at, before=before, after=after
        )
    return staff


@atomic
def remove_staff(staff: Staff, *, by: Actor, at: datetime, seen: str = "") -> None:
    """Remove a member of staff; the account stays. ``seen`` is the digest of ``staff_values``.

    Raises ChangedSinceSeen or LastOwner.
    """
    event = locking.lock_event(staff.event)
    staff = event.staff.select_related("user", "player").get(pk=staff.pk)
    check_still(seen, staff_values(staff))
    if staff.role == Role.OWNER:
        _check_not_last(event, staff)
    before = {"role": staff.role}
    staff.delete()
    ledger.record(event, Verb.REMOVE_STAFF, staff.user, by=by, at=at, before=before)


def staff_values(staff: Staff) -> dict[str, Any]:
    """Return the values of a member of staff that an owner may change."""
    return {"role": staff.role, "player": staff.player}


def _check_role(role: str) -> None:
    if role not in Role.values:
        raise errors.NoSuchRole(field="role")


def _check_not_last(event: Event, staff: Staff) -> None:
    if not event.staff.filter(role=Role.OWNER).exclude(pk=staff.pk).exists():
        raise errors.LastOwner(field="role")


def _plain_role(role: str, player: Player | None) -> dict[str, str]:
    return {"role": str(role), "plays_as": player.name if player else ""}
