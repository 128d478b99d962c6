"""An event is the same one on every site; a copy of it is another one."""

from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from tests.builders import ANNA, NOON, make_event
from tests.migrations import migrate
from tests.tournaments.standings.exporting.event_files import written
from tournaments.copying.services import copy_event
from tournaments.models import Event
from tournaments.standings.exporting import event_reader

BEFORE, AFTER = "0082_places_offered", "0083_events_have_uids"
#: Which does not know the column.
AS_AN_EARLIER_RELEASE = """
INSERT INTO tournaments_event
    (slug, name, venue, time_zone, starts_on, ends_on, is_demo, created_at, code_of_conduct)
SELECT 'three', name, venue, time_zone, starts_on, ends_on, is_demo, created_at, code_of_conduct
FROM tournaments_event WHERE slug = 'one'
"""
DAYS = {"name": "Meet", "starts_on": "2026-11-21", "ends_on": "2026-11-21"}


@pytest.mark.usefixtures("empty_database")
@pytest.mark.long  # eighty migrations, and this one does not change any more
def test_events_of_before_get_one_each_and_an_earlier_release_goes_on_making_events():
    apps = migrate(BEFORE)
    for slug in ("one", "two"):
        apps.get_model("tournaments", "Event").objects.create(slug=slug, **DAYS)
    after = migrate(AFTER).get_model("tournaments", "Event")
    with connection.cursor() as cursor:
        cursor.execute(AS_AN_EARLIER_RELEASE)
    uids = {*after.objects.values_list("uid", flat=True)}
    assert len(uids) == 3
    assert all(isinstance(uid, UUID) for uid in uids)


@pytest.mark.django_db
@pytest.mark.each_database
def test_two_events_never_have_the_same():
    first, second = make_event("One"), make_event("Two")
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=second.pk).update(uid=first.uid)


@pytest.mark.django_db
def test_a_copy_is_another_event():
    event = make_event()
    copy = copy_event(event, name="Next", starts_on=event.starts_on, by=ANNA, at=NOON)
    event.refresh_from_db()
    assert copy.uid != event.uid


@pytest.mark.django_db
def test_an_imported_event_is_the_same_unless_the_site_has_it():
    data, uid = written(make_event()), uuid4()
    data["event"]["uid"] = str(uid)
    assert event_reader.load(data, by=ANNA, at=NOON).uid == uid
    assert event_reader.load(data, by=ANNA, at=NOON).uid != uid


@pytest.mark.django_db
def test_a_file_of_before_events_had_one_is_read():
    data = written(make_event())
    uid = data["event"].pop("uid")
    brought = event_reader.load(data | {"version": 8}, by=ANNA, at=NOON)
    assert str(brought.uid) != uid
