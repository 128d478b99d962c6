"""Making a recovery link, and using it."""

import secrets
from datetime import datetime

from django.db import IntegrityError, transaction

from tournaments import ledger
from tournaments.access.phones import digest
from tournaments.accounts import errors, notices, services
from tournaments.accounts.notices import Kind
from tournaments.accounts.recovery import rules
from tournaments.accounts.two_step import services as two_step
from tournaments.ledger import Actor
from tournaments.models import RecoveryLink, Role, Staff, User
from tournaments.transactions import atomic
from tournaments.verbs import Verb

TOKEN_BYTES = 32


def check_may_recover(owner: User, account: User) -> None:
    """Raise OwnAccount or RecoveryRefused unless ``owner`` may make a link for ``account``."""
    refusal = rules.refusal(_reach(owner), _reach(account))
    if refusal:
        raise refusal


def _reach(user: User) -> rules.Reach:
    roles = list(user.roles.values_list("event_id", "role"))
    return rules.Reach(
        user=user.pk,
        is_superuser=user.is_superuser,
        events={event for event, _role in roles},
        owned={event for event, role in roles if role == Role.OWNER},
        seasons={
            *user.seasons.values_list("pk", flat=True),
            *user.shared_seasons.values_list("pk", flat=True),
        },
    )


@atomic
def make_link(
    staff: Staff, owner: User, *, resets_two_step: bool, by: Actor, at: datetime
) -> tuple[RecoveryLink, str]:
    """A link that lets a member of staff in again, and its token. A link made before is void.

    The holder gets a notice, the ledger of the event an entry. Raises OwnAccount, RecoveryRefused
    or LinkJustMade.
    """
    account = staff.user
    check_may_recover(owner, account)
    account.recovery_links.filter(closed_at=None).update(closed_at=at)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    try:
        with transaction.atomic():
            link = RecoveryLink.objects.create(
                user=account,
                event=staff.event,
                made_by=owner,
                token_hash=digest(token),
                resets_two_step=resets_two_step,
                made_at=at,
                expires_at=at + rules.LASTS,
            )
    except IntegrityError:
        raise errors.LinkJustMade from None
    after = {"resets_two_step": resets_two_step}
    ledger.record(staff.event, Verb.MAKE_RECOVERY_LINK, account, by=by, at=at, after=after)
    notices.notify(account, Kind.LINK_MADE, at=at, by=str(owner), event=staff.event.name)
    return link, token


def link_of(token: str, now: datetime) -> RecoveryLink:
    """The link with this token. Raises LinkGone, or RecoveryRefused if its maker no longer may."""
    links = RecoveryLink.objects.select_related("user", "made_by", "event")
    open_ones = links.filter(closed_at=None, expires_at__gt=now, user__is_active=True)
    link = open_ones.filter(token_hash=digest(token)).first()
    if link is None:
        raise errors.LinkGone
    check_may_recover(link.made_by, link.user)
    return link


@atomic
def recover(token: str, password: str, *, device: str, at: datetime) -> User:
    """Use a link up: give its account a new password and sign it out everywhere.

    Two-step sign-in stays on, unless the link says that it goes. Raises LinkGone or
    RecoveryRefused.
    """
    link = link_of(token, at)
    if not RecoveryLink.objects.filter(pk=link.pk, closed_at=None).update(closed_at=at):
        raise errors.LinkGone
    user, maker = link.user, str(link.made_by)
    services.set_password(user, password)
    services.end_others(user, keep=None)
    if link.resets_two_step:
        two_step.reset(user, by=maker, at=at)
    notices.notify(user, Kind.RECOVERED, at=at, by=maker, event=link.event.name)
    by = Actor(name=str(user), user=user, device=device)
    ledger.record(link.event, Verb.RECOVER_ACCOUNT, user, by=by, at=at, after={"link_of": maker})
    return user
