"""Who may do what, and the decorators that load what a page is about.

Every view of an event is wrapped in one of these, so that no page forgets the event's time zone
and no act of a conductor is open to others.
"""

import hashlib
import re
import secrets
from functools import wraps
from typing import NamedTuple

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from tournaments import rate_limit
from tournaments.models import Event, Phone, Role, Round, Seat, Table, Tournament
from tournaments.prepared import Prepared, Question, ask

#: The cookie that has the name of a phone, and how long such a name may be.
DEVICE_COOKIE = "device"
LONGEST_DEVICE = 40
CONDUCTING = frozenset({Role.OWNER, Role.CONDUCTOR})
KEEPING_SCORES = CONDUCTING | {Role.SCOREKEEPER}
PHONE_TOKEN_BYTES = 24
PHONE_PREFIX = "phone-"
PHONE_COOKIE = re.compile(PHONE_PREFIX + r"[1-9][0-9]{0,17}")
FORBIDDEN, TOO_MANY = 403, 429


# --- Phones ---------------------------------------------------------------------------------------


def phone_cookie(event: Event) -> str:
    """The cookie by which a phone shows whose seat of the event is open on it."""
    return f"{PHONE_PREFIX}{event.pk}"


def new_phone_token() -> tuple[str, str]:
    """A token for a phone to keep, and the digest of it that the house keeps."""
    token = secrets.token_urlsafe(PHONE_TOKEN_BYTES)
    return token, digest(token)


def digest(token: str) -> str:
    """Tokens are long and random, so one round of a hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


#: What hardly any page tells of who holds a phone; every page of a table reads who that is.
NOT_ASKED_FOR = tuple(
    f"player__{name}"
    for name in ("notes", "email", "home_town", "household", "team", "identity", "created_at")
)


OPEN_PHONE = Prepared[Phone](
    lambda event_id, token_hash: (
        Phone.objects.filter(event_id=event_id, token_hash=token_hash, closed_at=None)
        .select_related("player")
        .defer(*NOT_ASKED_FOR)
        .order_by()
    )
)
OF_PHONE = Phone.objects.filter(closed_at=None).order_by().values("player_id")
SEATS_OF_PHONE = Prepared[tuple[int]](
    lambda code, token_hash: (
        Seat.objects.filter(
            table__code=code, entry__player_id__in=OF_PHONE.filter(token_hash=token_hash)
        )
        .order_by()
        .values_list("table_id")
    )
)


def phone_of(request, event: Event) -> Phone | None:
    """The open phone that the request comes from, with its player. One query, if it has a token."""
    token = request.COOKIES.get(phone_cookie(event))
    return OPEN_PHONE.first(event.pk, digest(token)) if token else None


class Shown(NamedTuple):
    """Of which event a phone says that a seat is open on it, and the digest of what proves it."""

    event_id: int
    token_hash: str


def shown_by(request) -> Shown | None:
    """What the phone shows of the one event that it was at; None if there are none or several."""
    found = [name for name in request.COOKIES if PHONE_COOKIE.fullmatch(name)]
    if len(found) != 1:
        return None
    return Shown(int(found[0].removeprefix(PHONE_PREFIX)), digest(request.COOKIES[found[0]]))


def seat_at(request, table: Table) -> Seat | None:
    """The seat at ``table`` of whoever opened their seat on this phone. At most one query."""
    if request.player is None:
        return None
    seats = table.seats.select_related("entry__player")
    return seats.filter(entry__player=request.player).first()


def may_enter_results(request, table: Table) -> bool:
    """Whether the sender has a seat at ``table``, or keeps the scores of the event."""
    if request.may_keep_scores:
        return True
    if request.player is None:
        return False
    if request.seated_at is None:
        return table.seats.filter(entry__player=request.player).exists()
    return table.pk in request.seated_at


def may_act_for(request, table: Table, position: int) -> bool:
    """Whether the sender sits in this seat of ``table``, or keeps the scores of the event."""
    if request.may_keep_scores:
        return True
    seat = seat_at(request, table)
    return seat is not None and seat.position == position


# --- Accounts -------------------------------------------------------------------------------------


def role_at(event: Event, user) -> str:
    """The role of ``user`` at ``event``; empty for the public."""
    if not user.is_authenticated:
        return ""
    role = event.staff.filter(user=user).values_list("role", flat=True).first()
    return role or (Role.OWNER if user.is_superuser else "")


def enter_event(request, event: Event) -> None:
    """Note on the request which event it is about and what its sender may do there."""
    _enter(request, event, phone_of(request, event))


def _enter(request, event: Event, phone: Phone | None) -> None:
    timezone.activate(event.zone)
    request.event = event
    request.role = role_at(event, request.user)
    request.may_conduct = request.role in CONDUCTING
    request.may_keep_scores = request.role in KEEPING_SCORES
    request.phone = phone
    request.player = phone.player if phone else None
    request.seated_at = None  # the tables at which the player is known to have a seat


# --- Decorators -----------------------------------------------------------------------------------


def event_page(view):
    """Give the view the event that the address names, open to everybody."""

    @wraps(view)
    def wrapped(request, event, **kwargs):
        enter_event(request, get_object_or_404(Event, slug=event))
        return view(request, request.event, **kwargs)

    return wrapped


def tournament_page(view):
    """Give the view the tournament that the address names, open to everybody."""

    @wraps(view)
    def wrapped(request, event, tournament, **kwargs):
        found = get_object_or_404(
            Tournament.objects.select_related("event", "champion__player"),
            event__slug=event,
            slug=tournament,
        )
        enter_event(request, found.event)
        return view(request, found, **kwargs)

    return wrapped


def round_page(view):
    """Give the view the round that the address names, open to everybody."""

    @wraps(view)
    def wrapped(request, event, tournament, number, **kwargs):
        found = get_object_or_404(
            Round.objects.select_related("tournament__event"),
            tournament__event__slug=event,
            tournament__slug=tournament,
            number=number,
        )
        enter_event(request, found.tournament.event)
        return view(request, found, **kwargs)

    return wrapped


def table_by_code(*columns: str) -> Prepared[Table]:
    """The query for a table with all that it is in; of the named columns only, if any is named."""
    tables = Table.objects.select_related("round__tournament__event").order_by()
    if columns:
        tables = tables.only(*columns)
    return Prepared(lambda code: tables.filter(code=code))


WHOLE_TABLE = table_by_code()


def find_table(
    request, code: str, *, query: Prepared[Table] = WHOLE_TABLE, to_write: bool = False
) -> Table:
    """The table with this code, once it is published; its event is entered.

    ``query`` is for those who ask often, and need less; ``to_write`` also asks who sits there.

    Raises Http404, or TooManyGuesses for whoever tries codes and is nobody that the house knows.
    """
    shown = shown_by(request)
    code = code.upper()
    tables, *about = ask(query.of(code), *_about_phone(shown, code if to_write else None))
    if not tables:
        rate_limit.note_wrong_code(str(request.device), timezone.now())
        raise Http404
    (found,) = tables
    event = found.round.tournament.event
    if shown and shown.event_id == event.pk:
        phones, *seats = about
        _enter(request, event, next(iter(phones), None))
        request.seated_at = {table_id for (table_id,) in seats[0]} if seats else None
    else:
        enter_event(request, event)
    if request.player is None and not request.user.is_authenticated:
        rate_limit.check_codes(str(request.device), timezone.now())
    if found.round.status == Round.Status.SEATED and not request.may_conduct:
        raise Http404
    return found


def _about_phone(shown: Shown | None, code: str | None) -> list[Question]:
    """The questions who holds the phone, and whether they sit at the table with that code."""
    if shown is None:
        return []
    about = [OPEN_PHONE.of(*shown)]
    return [*about, SEATS_OF_PHONE.of(code, shown.token_hash)] if code else about


def table_page(view):
    """Give the view the table whose code the address has, open to all once it is published."""

    @wraps(view)
    def wrapped(request, code, **kwargs):
        try:
            found = find_table(request, code)
        except rate_limit.TooManyGuesses as refusal:
            return please_wait(request, refusal)
        return view(request, found, **kwargs)

    return wrapped


def please_wait(request, refusal: rate_limit.TooManyGuesses):
    """The page for whoever guessed too often."""
    answer = render(request, "devices/wait.html", {"refusal": refusal}, status=TOO_MANY)
    answer["Retry-After"] = str(refusal.seconds_left(timezone.now()))
    return answer


def owners_only(view):
    """Let owners of the event in; send others to the sign-in page, or refuse them."""

    @wraps(view)
    def wrapped(request, *args, **kwargs):
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if request.role != Role.OWNER:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return wrapped


def conductors_only(view):
    """Let conductors of the event in; send others to the sign-in page, or refuse them.

    Goes inside one of the decorators above.
    """

    @wraps(view)
    def wrapped(request, *args, **kwargs):
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not request.may_conduct:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return wrapped


def at_the_table(view):
    """Let in who has a seat at the table, or keeps scores; tell others how to open their seat.

    Goes inside ``table_page``.
    """

    @wraps(view)
    def wrapped(request, table, **kwargs):
        if not may_enter_results(request, table):
            return open_your_seat(request, table)
        return view(request, table, **kwargs)

    return wrapped


def open_your_seat(request, table: Table):
    """The refusal for whoever may not act here, with the way to open the seat that may."""
    context = {"table": table, "round": table.round}
    return render(request, "devices/not_here.html", context, status=FORBIDDEN)
