"""Who is meant by a search, and where they sit."""

from dataclasses import dataclass, field

from tournaments.devices import queries as devices
from tournaments.models import Bye, Entry, Event, Player, Round, Seat, seats_of
from tournaments.names import by_name, loose

#: More matches than these help nobody on a phone.
MATCHES_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody's seat in a round that is published or running, and who else is at the table."""

    seat: Seat
    others: list[Seat]

    @property
    def round(self) -> Round:
        return self.seat.round


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The answer to a person who looks for their seat: seats now, or entries if they have none.

    Those are ``sitting_out``, each with its bye in a round that is on now, if it has one.
    """

    player: Player
    places: list[Place]
    sitting_out: list[tuple[Entry, Bye | None]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Matches:
    """Who fits a search. ``chosen`` is the one it means, if it means one; ``others`` fit too."""

    chosen: Player | None
    others: list[Player]
    total: int


def matches(event: Event, sought: str) -> Matches:
    """The people whose name or handle has all words of ``sought`` in it. One query.

    Accents, case and punctuation do not matter. A name or handle that fits whole is the one meant.
    A badge, or the address on it, means its owner.
    """
    badge = sought.strip().rstrip("/").rpartition("/")[2]
    words = [word for word in map(loose, sought.split()) if word]
    fitting = [
        player
        for player in by_name(event.players.order_by("pk"), lambda player: player.name)
        if player.badge == badge
        or (
            words
            and all(word in loose(player.name) or word in loose(player.handle) for word in words)
        )
    ]
    whole = "".join(words)
    exact = [p for p in fitting if p.badge == badge]
    exact = exact or [p for p in fitting if whole in (loose(p.name), loose(p.handle))]
    if len(exact) == 1 or len(fitting) == 1:
        chosen = (exact or fitting)[0]
        fitting.remove(chosen)
    else:
        chosen = None
    return Matches(chosen, fitting[:MATCHES_SHOWN], len(fitting))


def whereabouts(player: Player) -> Whereabouts:
    """Where a person sits now. At most three queries."""
    shown = (Round.Status.PUBLISHED, Round.Status.RUNNING)
    mine = list(
        seats_of(player)
        .filter(round__status__in=shown)
        .select_related("table__hall_table__room", "round__tournament__event")
        .order_by("round__tournament", "pk")
    )
    if not mine:
        return Whereabouts(player, [], devices.sitting_out(player))
    at_table: dict[int, list[Seat]] = {}
    rows = Seat.objects.filter(table__in=[seat.table_id for seat in mine])
    rows = rows.select_related("entry__player", "played_by", "begun_by")
    for seat in rows.order_by("position"):
        at_table.setdefault(seat.table_id, []).append(seat)
    return Whereabouts(player, [Place(seat, at_table[seat.table_id]) for seat in mine])
