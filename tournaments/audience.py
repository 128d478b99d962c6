"""Who hears which notices: pure, but for the games of a player.

A phone whose player is known hears of that player's games, on every page; the page of a tournament
of that one; any other page of what concerns everybody. Conductors hear everything, or what they
chose in their browser (static/js/notices.js).
"""

from collections.abc import Collection, Set
from dataclasses import dataclass

from django.db.models import Value

from tournaments.models import Booking, Entry, Player, Round, Seat

#: The audience of all tournaments.
EVERYBODY = None
#: A set of tournaments, by their keys, or everybody.
Audience = Set[int] | None
#: More than a player or a conductor names.
MOST_NAMED = 100
LONGEST_KEY = 12
#: The rounds at whose tables people sit.
PLAYED = (Round.Status.PUBLISHED, Round.Status.RUNNING)


def of_page(*, conducts: bool, own: Collection[int] | None, here: int | None) -> Audience:
    """The audience of a page.

    ``own`` are the tournaments of the player whose seat is open on the phone, None if nobody's is;
    ``here`` is the tournament that the page is about.
    """
    if conducts:
        return EVERYBODY
    if own is not None:
        return frozenset(own)
    return frozenset() if here is None else frozenset({here})


def as_parameter(audience: Set[int]) -> str:
    """The audience as addresses name it, always spelled alike: "3-12"."""
    return "-".join(str(key) for key in sorted(audience))


def from_parameter(named: str | None, *, unfinished: Collection[int]) -> Audience:
    """The audience that an address names; everybody without a parameter.

    ``unfinished`` are the tournaments of the event that have not ended. The only one of them is the
    game of everybody who has named none.
    """
    if named is None:
        return EVERYBODY
    if not named:
        return frozenset(unfinished) if len(unfinished) == 1 else frozenset()
    return _keys(named)


def without(audience: Audience, muted: str, *, of_event: Collection[int]) -> Audience:
    """The audience but for the tournaments that a conductor switched off, as addresses say."""
    if not muted:
        return audience
    heard = frozenset(of_event) if audience is EVERYBODY else audience
    return heard - _keys(muted)


def _keys(named: str) -> frozenset[int]:
    keys = named.split("-")[:MOST_NAMED]
    return frozenset(
        int(key) for key in keys if key.isascii() and key.isdigit() and len(key) <= LONGEST_KEY
    )


def hears(audience: Audience, concerned: Collection[int]) -> bool:
    """Whether what concerns these tournaments is for this audience."""
    return audience is EVERYBODY or not audience.isdisjoint(concerned)


@dataclass(frozen=True, slots=True)
class Own:
    """The tournaments of a player, and the sessions that they are booked or queue for."""

    tournaments: frozenset[int]
    sessions: frozenset[int]


def own_games(player: Player) -> Own:
    """The tournaments and the sessions in which a player takes part. One query.

    Whoever took over a seat takes part in a tournament of which they may have no entry.
    """
    entries = Entry.objects.filter(player=player).exclude(status=Entry.Status.DROPPED)
    bookings = Booking.objects.filter(player=player, state__in=Booking.OPEN)
    seats = Seat.objects.filter(played_by=player, round__status__in=PLAYED)
    tournaments = entries.order_by().annotate(kind=Value("of tournaments"))
    taken_over = seats.order_by().annotate(kind=Value("of tournaments"))
    sessions = bookings.order_by().annotate(kind=Value("of sessions"))
    found: dict[str, set[int]] = {"of tournaments": set(), "of sessions": set()}
    rows = tournaments.values_list("kind", "tournament_id").union(
        taken_over.values_list("kind", "round__tournament_id"),
        sessions.values_list("kind", "session_id"),
        all=True,
    )
    for kind, key in rows:
        found[kind].add(key)
    return Own(*(frozenset(keys) for keys in found.values()))


def keys_from_parameter(named: str) -> frozenset[int]:
    """The keys that an address names, such as sessions: "3-12"."""
    return _keys(named)
