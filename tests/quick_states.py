"""Migrations in a third of the time: Django's state of the models, without needless work.

After each change of a model Django makes all models again that are related to it, which are nearly
all of ours: 137 times on the way to a new database, 576 times from 0.1.0. None needs to be made
again for a model that is new, nor for an index or a constraint, of which no other model knows.

Only forth: to go back, Django keeps the models of before each change, and here a change of an index
or a constraint is in them, too.

For databases that tests begin with. A site migrates as Django does: test_opening.py opens one, and
compares.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db.migrations.state import ModelState, ProjectState

AS_IN_DJANGO: dict[str, Callable] = {
    name: getattr(ProjectState, name) for name in ("add_model", "_append_option", "_remove_option")
}


@contextmanager
def quick_states() -> Iterator[None]:
    """All that migrates meanwhile is quick."""
    quick = {"add_model": add_model, "_append_option": append, "_remove_option": remove}
    for name, method in quick.items():
        setattr(ProjectState, name, method)
    try:
        yield
    finally:
        for name, method in AS_IN_DJANGO.items():
            setattr(ProjectState, name, method)


def add_model(state: ProjectState, model: ModelState) -> None:
    """Make the new model, and leave the others as they are."""
    with _left_alone(state) as apps:
        is_new = not apps or model.name_lower not in apps.all_models[model.app_label]
        if is_new:
            AS_IN_DJANGO["add_model"](state, model)
            if apps:
                apps.render_multiple([model])
    if not is_new:
        AS_IN_DJANGO["add_model"](state, model)


def append(state: ProjectState, app: str, model: str, option: str, one) -> None:
    """Add an index or a constraint."""
    with _left_alone(state) as apps:
        AS_IN_DJANGO["_append_option"](state, app, model, option, one)
        _set(state, apps, app, model, option)


def remove(state: ProjectState, app: str, model: str, option: str, name: str) -> None:
    """Take an index or a constraint away."""
    with _left_alone(state) as apps:
        AS_IN_DJANGO["_remove_option"](state, app, model, option, name)
        _set(state, apps, app, model, option)


@contextmanager
def _left_alone(state: ProjectState) -> Iterator:
    """The models as they were made, or None if none is made yet; Django does not see them."""
    apps = state.__dict__.pop("apps", None)  # to ask for the attribute would make all of them
    yield apps
    if apps:
        state.__dict__["apps"] = apps


def _set(state: ProjectState, apps, app: str, model: str, option: str) -> None:
    if apps:
        kept = [one.clone() for one in state.models[app, model].options[option]]
        setattr(apps.get_model(app, model)._meta, option, kept)
