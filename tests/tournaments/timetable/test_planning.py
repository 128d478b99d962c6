"""Conductors put sessions on the timetable; what cannot be is one sentence, and nothing is done."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from tests.builders import ANNA, NOON, make_event, make_tournament, minutes
from tests.tournaments.signup.sessions import WHO, check_truth, make_session
from tournaments.errors import AddedSinceSeen
from tournaments.models import HallTable, LedgerEntry, Room, Session, TableHold, Tournament
from tournaments.timetable import errors
from tournaments.timetable.forms import SessionForm
from tournaments.timetable.queries import form_values
from tournaments.timetable.services import plan_session, publish_timetable

# What a database refuses of a session: test_holds.py.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]


@pytest.fixture
def event():
    return make_event(time_zone="Europe/Paris")


@pytest.fixture
def tournament(event):
    return make_tournament(event, name="Eurorails")


@pytest.fixture
def hall(event):
    return HallTable.objects.bulk_create(
        HallTable(event=event, number=n, code=f"H{n}") for n in range(1, 9)
    )


def plan(tournament, /, **values):
    facts = {
        "tournament": tournament.pk,
        "starts_at": NOON,
        "ends_at": NOON + timedelta(hours=4),
    }
    return plan_session(tournament.event, **facts | values, **WHO)


def test_heats_are_numbered_and_named(tournament):
    heats = [plan(tournament), plan(tournament, starts_at=NOON + minutes(60))]
    final = plan(tournament, kind="final")
    assert [str(one) for one in (*heats, final)] == [
        "Eurorails, heat 1", "Eurorails, heat 2", "Eurorails, final"
    ]  # fmt: skip
    entry = LedgerEntry.objects.order_by("pk").first()
    assert (entry.verb, entry.subject) == ("plan session", "Eurorails, heat 1")
    assert entry.after["starts_at"] == NOON.isoformat()


def test_a_start_in_the_second_of_two_equal_hours_stays_unless_another_is_typed(event):
    event.starts_on = event.ends_on = date(2026, 10, 25)
    event.save()
    again = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # 2:30, which the clocks show twice
    values = {"starts_at": again, "ends_at": again + minutes(60)}
    session = plan_session(event, kind="other", name="Talk", **values, **WHO)
    sent = {"name": "Speech", "day": "2026-10-25", "time": "02:30", "length": 60}
    form = SessionForm(sent, event=event, initial=form_values(session), is_new=False)
    assert form.is_valid(), form.errors
    assert {key: form.values()[key] for key in values} == values


def test_sign_up_in_the_second_of_two_equal_hours_stays_unless_another_is_typed(event):
    first, again = (datetime(2026, 10, 25, hour, 30, tzinfo=UTC) for hour in (0, 1))
    values = {"starts_at": NOON, "ends_at": NOON + minutes(60)}
    session = plan_session(event, kind="other", name="Talk", opens_at=again, **values, **WHO)
    sent = {"name": "Talk", "day": "2026-11-21", "time": "12:00", "length": 60}
    sent |= {"opens_at": "2026-10-25T02:30", "closes_at": "2026-10-25T02:45"}

    def read(opens_at, **more):
        initial = form_values(session) | more
        with timezone.override(event.zone):
            form = SessionForm(
                sent | {"opens_at": opens_at}, event=event, initial=initial, is_new=False
            )
            form.is_valid()
        return form

    form = read("2026-10-25T02:30", closes_at=again + minutes(15))
    assert not form.errors
    assert form.values()["opens_at"] == again
    assert form.values()["closes_at"] == again + minutes(15)
    assert read("2026-10-25T02:15").values()["opens_at"] == first - minutes(15)
    assert read("2026-03-29T02:30").errors["opens_at"] == [
        "The clocks leave this time out that night."
    ]


def test_heats_at_once_in_different_places_are_not_one_that_was_planned_twice(tournament, hall):
    event = tournament.event
    rooms = [event.rooms.create(name=name) for name in ("Hall", "Attic")]
    first = plan(tournament, room=rooms[0].pk)
    seen = {"seen": first.pk - 1}
    plan(tournament, room=rooms[1].pk, **seen)
    tables = {"first_table": 1, "last_table": 2}
    plan(tournament, **tables, **seen)
    plan(tournament, first_table=3, last_table=4, **seen)
    for again in ({"room": rooms[0].pk}, {"room": rooms[1].pk}, tables):
        with pytest.raises(AddedSinceSeen):
            plan(tournament, **again, **seen)
    assert Session.objects.count() == 4


def test_a_session_takes_its_tables_and_no_other_gets_them(tournament, hall):
    plan(tournament, first_table=2, last_table=4)
    assert TableHold.objects.count() == 3 * 16
    with pytest.raises(errors.TableTaken) as refused:
        plan(tournament, first_table=4, last_table=6, starts_at=NOON + minutes(225))
    assert str(refused.value) == "Table 4 is taken by Eurorails, heat 1, 12:00 to 16:00."
    plan(tournament, first_table=4, last_table=6, starts_at=NOON + minutes(240),
         ends_at=NOON + minutes(300))  # fmt: skip
    plan(tournament, first_table=5, last_table=6)
    check_truth()


@pytest.mark.once  # these are refused before anything is stored
@pytest.mark.parametrize(
    ("values", "refused", "field"),
    [
        ({"starts_at": NOON + minutes(7)}, errors.OffTheQuarter, "starts_at"),
        ({"ends_at": NOON + minutes(7)}, errors.OffTheQuarter, "ends_at"),
        ({"ends_at": NOON}, errors.EndsBeforeItStarts, "ends_at"),
        ({"ends_at": NOON + minutes(24 * 60 + 15)}, errors.SessionTooLong, "ends_at"),
        ({"starts_at": NOON - timedelta(hours=14)}, errors.OutsideTheEvent, "starts_at"),
        ({"starts_at": NOON + timedelta(days=2), "ends_at": NOON + timedelta(days=2, hours=1)},
         errors.OutsideTheEvent, "starts_at"),
        # The night after the last day belongs to it, until 6 in the morning in Paris.
        ({"starts_at": datetime(2026, 11, 22, 20, tzinfo=UTC),
          "ends_at": datetime(2026, 11, 23, 5, 15, tzinfo=UTC)}, errors.OutsideTheEvent, "ends_at"),
        ({"first_table": 1}, errors.OneRangeOfTables, "last_table"),
        ({"last_table": 1}, errors.OneRangeOfTables, "first_table"),
        ({"first_table": 2, "last_table": 1}, errors.OneRangeOfTables, "last_table"),
        ({"first_table": 8, "last_table": 9}, errors.NoSuchHallTables, "last_table"),
        ({"capacity": 0}, errors.NoPlaces, "capacity"),
        ({"release_minutes": 500}, errors.ReleaseOutOfRange, "release_minutes"),
        ({"opens_at": NOON, "closes_at": NOON}, errors.SignUpOutOfOrder, "closes_at"),
        ({"kind": "other"}, errors.NotOfATournament, "tournament"),
        ({"tournament": None}, errors.NotOfATournament, "tournament"),
        ({"tournament": None, "kind": "other"}, errors.SessionNeedsName, "name"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_its_field(tournament, hall, values, refused, field):
    with pytest.raises(refused) as error:
        plan(tournament, **values)
    assert error.value.field == field
    assert str(error.value)
    assert not Session.objects.exists()


def test_a_session_in_a_room_is_not_played_at_tables_of_another(tournament, hall):
    attic, cellar = (
        Room.objects.create(event=tournament.event, name=n) for n in ("Attic", "Cellar")
    )
    HallTable.objects.filter(number__lte=2).update(room=attic)
    with pytest.raises(errors.TableOfAnotherRoom) as refused:
        plan(tournament, room=cellar.pk, first_table=2, last_table=3)
    assert refused.value.field == "first_table"
    assert str(refused.value).startswith("Table 2 stands in Attic, and the session is in Cellar.")
    for room, first in ((attic, 1), (cellar, 3), (None, 5)):  # the others stand in no room
        plan(tournament, room=room and room.pk, first_table=first, last_table=first + 1)
    check_truth()


def test_a_session_goes_over_midnight_and_over_a_change_of_the_clocks():
    event = make_event(time_zone="Europe/Paris")
    event.starts_on = event.ends_on = date(2026, 10, 24)
    event.save()
    starts_at = datetime(2026, 10, 24, 22, tzinfo=UTC)  # midnight in Paris, of the last day plus 1
    tournament = make_tournament(event)
    evening = {"starts_at": starts_at - minutes(60), "ends_at": starts_at + minutes(240)}
    made = plan(tournament, **evening)
    assert made.ends_at - made.starts_at == timedelta(hours=5)
    # Until 05:15 of the morning, which is 05:15 + 1 h later than it would be on another night.
    plan(tournament, **evening | {"ends_at": datetime(2026, 10, 25, 4, 15, tzinfo=UTC)})
    with pytest.raises(errors.OutsideTheEvent):
        plan(tournament, **evening | {"ends_at": datetime(2026, 10, 25, 5, 15, tzinfo=UTC)})


def test_what_belongs_to_another_event_or_has_ended_is_refused(tournament):
    other = make_tournament(make_event("Other", slug="other"))
    room = Room.objects.create(event=other.event, name="Lounge")
    with pytest.raises(errors.ElsewhereThanTheEvent):
        plan_session(tournament.event, tournament=other.pk, starts_at=NOON,
                     ends_at=NOON + minutes(60), **WHO)  # fmt: skip
    with pytest.raises(errors.ElsewhereThanTheEvent):
        plan(tournament, room=room.pk)
    Tournament.objects.filter(pk=tournament.pk).update(status="finished")
    with pytest.raises(errors.TournamentIsOver):
        plan(tournament)


def test_publishing_shows_what_is_new(event):
    session = make_session(event=event, published=False)
    assert publish_timetable(event, by=ANNA, at=NOON) == 1
    session.refresh_from_db()
    assert session.published_at == NOON
    with pytest.raises(errors.NothingToPublish):
        publish_timetable(event, by=ANNA, at=NOON)


def test_something_else_takes_people_and_belongs_to_no_tournament(event):
    session = make_session(event=event, kind="other", name="  Seminar:   18xx ")
    assert str(session) == "Seminar: 18xx"
