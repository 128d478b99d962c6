"""Who runs an event, and links by which they sign in without a password."""

from datetime import datetime

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from sesame.utils import get_token, get_user

from tournaments import ledger
from tournaments.devices import errors
from tournaments.ledger import Actor
from tournaments.models import Event, Player, Role, Staff, User
from tournaments.registration.services import lock_roster

#: Links are good for signing in and nothing else.
SCOPE = "sign-in"


@transaction.atomic
def add_staff(
    event: Event, email: str, *, role: str, name: str = "", by: Actor, at: datetime
) -> Staff:
    """Give somebody a role at an event; who has no account gets one, without a password.

    Raises NoSuchRole or StaffAlready.
    """
    _check_role(role)
    event = lock_roster(event)
    email = email.strip().lower()
    user = User.objects.filter(email=email).first()
    if user is None:
        user = User(email=email, name=" ".join(name.split()))
        user.set_unusable_password()
        user.save()
    if event.staff.filter(user=user).exists():
        raise errors.StaffAlready(field="email", email=email)
    staff = Staff.objects.create(event=event, user=user, role=role)
    ledger.record(event, "add staff", user, by=by, at=at, after={"role": str(role)})
    return staff


@transaction.atomic
def change_staff(
    staff: Staff, *, role: str, player: Player | None, by: Actor, at: datetime
) -> Staff:
    """Give somebody another role, or say whom they play as.

    Raises NoSuchRole, LastOwner or PlaysForAnother.
    """
    _check_role(role)
    event = lock_roster(staff.event)
    staff = event.staff.select_related("user", "player").get(pk=staff.pk)
    if staff.role == Role.OWNER and role != Role.OWNER:
        _check_not_last(event, staff)
    if player and Staff.objects.filter(player=player).exclude(pk=staff.pk).exists():
        raise errors.PlaysForAnother(field="player", name=player.name)
    before, after = _plain(staff.role, staff.player), _plain(role, player)
    if before != after:
        staff.role, staff.player = role, player
        staff.save(update_fields=["role", "player"])
        ledger.record(event, "change staff", staff.user, by=by, at=at, before=before, after=after)
    return staff


@transaction.atomic
def remove_staff(staff: Staff, *, by: Actor, at: datetime) -> None:
    """Take somebody's role at an event away; the account stays. Raises LastOwner."""
    event = lock_roster(staff.event)
    staff = event.staff.select_related("user").get(pk=staff.pk)
    if staff.role == Role.OWNER:
        _check_not_last(event, staff)
    before = {"role": staff.role}
    staff.delete()
    ledger.record(event, "remove staff", staff.user, by=by, at=at, before=before)


def _check_role(role: str) -> None:
    if role not in Role.values:
        raise errors.NoSuchRole(field="role")


def _check_not_last(event: Event, staff: Staff) -> None:
    if not event.staff.filter(role=Role.OWNER).exclude(pk=staff.pk).exists():
        raise errors.LastOwner(field="role")


def _plain(role: str, player: Player | None) -> dict:
    return {"role": str(role), "plays_as": player.name if player else ""}


# --- Links that sign in ---------------------------------------------------------------------------


def link_for(request, user: User) -> str:
    """An address that signs ``user`` in, once, within settings.SESAME_MAX_AGE."""
    return request.build_absolute_uri(reverse("sign-in-link", args=[get_token(user, scope=SCOPE)]))


def account_of(token: str) -> User | None:
    """Whom a link signs in; None if it was used, is too old, or none of ours. Changes nothing."""
    return get_user(token, scope=SCOPE, update_last_login=False)


def check_may_see_link(owner: User, user: User) -> None:
    """Raise LinkRefused unless ``owner`` may hold a link of ``user`` in their hands.

    A link is the account itself. So an owner sees one only of an account without a password whose
    every role is at an event of that owner: nobody gets into somebody else's account by adding
    their address to an event.
    """
    theirs = set(user.roles.values_list("event_id", flat=True))
    mine = set(owner.roles.filter(role=Role.OWNER).values_list("event_id", flat=True))
    may = owner.is_superuser or theirs <= mine
    if user.is_superuser or user.has_usable_password() or not may:
        raise errors.LinkRefused


def mail_link(request, user: User) -> None:
    """Send somebody a link that signs them in. Raises OSError where no mail goes out."""
    minutes = settings.SESAME_MAX_AGE // 60
    body = _(
        "This link signs you in to Roundhouse, once, within %(minutes)s minutes:\n\n%(link)s\n\n"
        "If you did not ask for it, leave it alone: nothing happens."
    )
    facts = {"minutes": minutes, "link": link_for(request, user)}
    send_mail(_("Sign in to Roundhouse"), body % facts, None, [user.email])
