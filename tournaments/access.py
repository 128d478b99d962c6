"""Who may do what, and the decorators that load what a page is about.

Every view of an event is wrapped in one of these, so that no page forgets the event's time zone
and no act of a conductor is open to others.
"""

import hashlib
import secrets
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from tournaments import guessing
from tournaments.models import Event, Phone, Role, Round, Seat, Table, Tournament
from tournaments.prepared import Prepared

#: The cookie that has the name of a phone, and how long such a name may be.
DEVICE_COOKIE = "device"
LONGEST_DEVICE = 40
CONDUCTING = frozenset({Role.OWNER, Role.CONDUCTOR})
KEEPING_SCORES = CONDUCTING | {Role.SCOREKEEPER}
PHONE_TOKEN_BYTES = 24
FORBIDDEN, TOO_MANY = 403, 429


# --- Phones ---------------------------------------------------------------------------------------


def phone_cookie(event: Event) -> str:
    """The cookie by which a phone shows whose seat of the event is open on it."""
    return f"phone-{event.pk}"


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
SEATS_OF_PLAYER = Prepared[tuple[int]](
    lambda table_id, player_id: (
        Seat.objects.filter(table_id=table_id, entry__player_id=player_id)
        .order_by()
        .values_list("position")
    )
)


def phone_of(request, event: Event) -> Phone | None:
    """The open phone that the request comes from, with its player. One query, if it has a token."""
    token = request.COOKIES.get(phone_cookie(event))
    return OPEN_PHONE.first(event.pk, digest(token)) if token else None


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
    player = request.player
    return player is not None and SEATS_OF_PLAYER.first(table.pk, player.pk) is not None


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
    timezone.activate(event.zone)
    request.event = event
    request.role = role_at(event, request.user)
    request.may_conduct = request.role in CONDUCTING
    request.may_keep_scores = request.role in KEEPING_SCORES
    request.phone = phone_of(request, event)
    request.player = request.phone.player if request.phone else None


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


def find_table(request, code: str, *, query: Prepared[Table] = WHOLE_TABLE) -> Table:
    """The table with this code, once it is published; its event is entered.

    ``query`` is for those who ask often, and need less.

    Raises Http404, or TooManyGuesses for whoever tries codes and is nobody that the house knows.
    """
    found = query.first(code.upper())
    if found is None:
        guessing.note_wrong_code(str(request.device), timezone.now())
        raise Http404
    enter_event(request, found.round.tournament.event)
    if request.player is None and not request.user.is_authenticated:
        guessing.check_codes(str(request.device), timezone.now())
    if found.round.status == Round.Status.SEATED and not request.may_conduct:
        raise Http404
    return found


def table_page(view):
    """Give the view the table whose code the address has, open to all once it is published."""

    @wraps(view)
    def wrapped(request, code, **kwargs):
        try:
            found = find_table(request, code)
        except guessing.TooManyGuesses as refusal:
            return please_wait(request, refusal)
        return view(request, found, **kwargs)

    return wrapped


def please_wait(request, refusal: guessing.TooManyGuesses):
    """The page for whoever guessed too often."""
    answer = render(request, "entrance/wait.html", {"refusal": refusal}, status=TOO_MANY)
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
    return render(request, "entrance/not_here.html", context, status=FORBIDDEN)
