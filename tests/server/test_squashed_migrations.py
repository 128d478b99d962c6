"""A new site makes its tables in one step, which stands for the steps of older sites."""

from functools import cache

from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader


@cache
def loaded():
    """All migrations, read when a test asks for them: that takes a second."""
    return MigrationLoader(None, replace_migrations=False)


def squashed():
    return [
        one
        for (app, _name), one in loaded().disk_migrations.items()
        if app == "tournaments" and one.replaces
    ]


def test_one_step_leaves_the_same_tables_as_the_steps_that_it_stands_for():
    (one,) = squashed()
    steps = loaded().project_state([one.replaces[-1]])
    at_once = loaded().project_state([(one.app_label, one.name)])
    for before, after in ((steps, at_once), (at_once, steps)):
        assert MigrationAutodetector(before, after)._detect_changes() == {}


def test_it_stands_for_every_step_up_to_its_last_in_order():
    (one,) = squashed()
    ours = sorted(
        name for app, name in loaded().disk_migrations if app == one.app_label and name != one.name
    )
    assert [name for _app, name in one.replaces] == ours[: len(one.replaces)]


def test_a_new_site_takes_the_one_step():
    (one,) = squashed()
    graph = MigrationLoader(None).graph
    assert (one.app_label, one.name) in graph.nodes
    assert not set(one.replaces) & set(graph.nodes)
