"""A new site makes its tables in one step, which stands for the steps of older sites."""

from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader

LOADED = MigrationLoader(None, replace_migrations=False)


def squashed():
    return [
        one
        for (app, _name), one in LOADED.disk_migrations.items()
        if app == "tournaments" and one.replaces
    ]


def test_one_step_leaves_the_same_tables_as_the_steps_that_it_stands_for():
    (one,) = squashed()
    steps = LOADED.project_state([one.replaces[-1]])
    at_once = LOADED.project_state([(one.app_label, one.name)])
    for before, after in ((steps, at_once), (at_once, steps)):
        assert MigrationAutodetector(before, after)._detect_changes() == {}


def test_it_stands_for_every_step_up_to_its_last_in_order():
    (one,) = squashed()
    ours = sorted(
        name for app, name in LOADED.disk_migrations if app == one.app_label and name != one.name
    )
    assert [name for _app, name in one.replaces] == ours[: len(one.replaces)]


def test_a_new_site_takes_the_one_step():
    (one,) = squashed()
    graph = MigrationLoader(None).graph
    assert (one.app_label, one.name) in graph.nodes
    assert not set(one.replaces) & set(graph.nodes)
