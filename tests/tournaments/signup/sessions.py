"""Sessions on a published timetable, and people who want to play in them."""

from collections import Counter

from tests import builders
from tests.builders import ANNA, NOON, make_event, make_tournament, minutes
from tournaments.holds import quarters_of, tables_of
from tournaments.models import Booking, Player, PlayerHold, Round, Session, Table, TableHold
from tournaments.timetable.services import plan_session

WHO = {"by": ANNA, "at": NOON - minutes(24 * 60)}
State = Booking.State


def make_players(event, count) -> list[Player]:
    return builders.make_players(event, count, called="Guest")


def make_session(
    tournament=None, *, event=None, start=0, length=120, published=True, **values
) -> Session:
    """A heat that begins ``start`` minutes after noon; a tournament is made if none is given."""
    if tournament is None and values.get("kind") != Session.Kind.OTHER:
        event = event or make_event()
        count = event.tournaments.count()
        tournament = make_tournament(event, name=f"Game {count + 1}")
    event = event or tournament.event
    starts_at = NOON + minutes(start)
    values = {
        "tournament": tournament and tournament.pk,
        "starts_at": starts_at,
        "ends_at": starts_at + minutes(length),
    } | values
    made = plan_session(event, **values, **WHO)
    if published:
        # As publish_timetable does, which has tests of its own.
        event.sessions.filter(published_at=None, cancelled_at=None).update(published_at=WHO["at"])
        made.refresh_from_db()
    return made


def states(session) -> dict[str, str]:
    """The states of all bookings of a session, by the names of the players."""
    rows = session.bookings.order_by("player__name")
    return {row.player.name: row.state for row in rows.select_related("player")}


def check_truth() -> None:
    """Holds and counters are what bookings and sessions say, and nobody is over capacity."""
    people, tables = Counter(), Counter()
    over = set(Round.objects.filter(status=Round.Status.CLOSED).values_list("session", flat=True))
    # Of its own round: earlier games at the same table have finished too.
    finished = Table.objects.filter(status="finished").exclude(hall_table=None)
    finished = finished.exclude(round__status="annulled")
    ended = set(finished.values_list("round__session", "hall_table"))
    sessions = Session.objects.select_related("event")
    for session in sessions.prefetch_related("bookings", "party_bookings__bookings"):
        bookings = list(session.bookings.all())
        placed = [one for one in bookings if one.state in ("held", "here")]
        assert session.taken == len(placed)
        assert session.waiting == sum(one.state == "waiting" for one in bookings)
        assert session.offered == sum(one.state == "offered" for one in bookings)
        offers = [one.offered_until for one in bookings if one.offered_until]
        assert all(until <= session.starts_at for until in offers)
        assert session.capacity is None or session.taken + session.offered <= session.capacity
        for party in session.party_bookings.all():
            states = [one.state for one in party.bookings.all()]
            assert party.placed == sum(state in Booking.PLACED for state in states)
            assert party.queued == sum(state in Booking.QUEUED for state in states)
        going = []
        if session.cancelled_at is None and session.pk not in over:
            going = [one for one in tables_of(session) if (session.pk, one.pk) not in ended]
        for quarter in quarters_of(session):
            people.update((one.player_id, quarter, session.pk) for one in placed)
            tables.update((one.pk, quarter, session.pk) for one in going)
    rows = PlayerHold.objects.values_list("player", "quarter", "session")
    assert Counter(rows) == people
    rows = TableHold.objects.values_list("hall_table", "quarter", "session")
    assert Counter(rows) == tables
