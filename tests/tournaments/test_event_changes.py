"""Which event a row belongs to, and which kept pages depend on one event alone."""

import pytest
from django.db.models import F
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from server.web.freshness import DatabaseState
from tests.routes.rows import ROUTES
from tests.routes.visitors import address_of
from tests.routes.world import make_world
from tests.server.web.test_thread_pool import on_a_loop
from tournaments.access.shared import EVENT_HEADER
from tournaments.event_changes import PATHS, tables_in

#: Pages below an event that show what people did at others.
OF_SEVERAL = {"player", "player-against"}


@pytest.fixture
def world():
    return make_world(timezone.now())


# SQLite has a trigger for each table too, made of the same paths: tests/server/database/
# test_changes.py shows on each database that rows near and far name their event.
@pytest.mark.django_db(transaction=True)
@pytest.mark.long("sqlite")
def test_rows_of_each_table_name_the_events_that_their_path_leads_to(world):
    reader = DatabaseState()
    on_a_loop(reader.read)
    found, expected = {}, {}
    for model, path in PATHS.items():
        key = model._meta.pk.attname
        model._base_manager.update(**{key: F(key)})
        found[model] = on_a_loop(reader.read).changed
        expected[model] = set(model._base_manager.order_by().values_list(path, flat=True))
    reader.close()
    assert found == expected
    assert sum(map(bool, found.values())) > 25  # the world has rows of most


@pytest.mark.django_db
@pytest.mark.once
@pytest.mark.long  # that kept pages are right: tests/routes/test_kept_for_events.py
def test_kept_pages_below_an_event_depend_on_it_alone(world):
    of_event, of_all = set(), set()
    for name in ROUTES:
        address = address_of(name, world)
        found = resolve(address)
        if getattr(found.func, "shared", None) is None:
            continue
        response = Client().get(address)
        if "event" in found.kwargs and response.status_code == 200:
            depends = EVENT_HEADER in response
            (of_event if depends else of_all).add(name)
            assert not depends or response[EVENT_HEADER] == str(world.event.pk)
        else:
            assert EVENT_HEADER not in response
    assert of_all == OF_SEVERAL
    assert len(of_event) > 30
    # So does a page of each kind of tournament.
    for tournament in world.event.tournaments.all():
        for name in ("tournament", "standings"):
            response = Client().get(reverse(name, args=[world.event.slug, tournament.slug]))
            assert response.status_code != 200 or EVENT_HEADER in response, (name, tournament)


def test_the_tables_of_a_query_are_those_it_names():
    sql = 'SELECT "a"."id" FROM "a" INNER JOIN b T4 ON ("a"."id" = T4."a") WHERE EXISTS ('
    sql += 'SELECT 1 FROM "c" U0)'
    assert tables_in(sql) == {"a", "b", "c"}
