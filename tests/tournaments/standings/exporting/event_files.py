"""Events that tests write to a file, and files as they are compared."""

import copy
import json
from contextlib import contextmanager
from fractions import Fraction

from django.db import transaction

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_tournament, minutes
from tests.routes.visitors import rolled_back_later
from tests.tournaments.standings.hands import play_round
from tournaments.models import Round
from tournaments.standings.computing import services
from tournaments.standings.deciding import services as rulings
from tournaments.standings.exporting import event_writer
from tournaments.standings.exporting.event_rows import MODELS, relations

LATER = NOON + minutes(30)


def decided_event():
    """An event with a final after one round, drawn lots and a penalty."""
    tournament = make_tournament()
    a, b, c, d = make_entries(tournament, 4)
    play_round(tournament, [[(a, 40), (b, 30), (c, 20), (d, 10)]], number=1)
    rulings.choose_scheme(tournament, "share", ["lot"], by=ANNA, at=LATER)
    play_round(tournament, [[(a, 1), (b, 9), (c, 3)]], number=2, kind=Round.Kind.FINAL)
    rulings.adjust(d, "penalty", by=ANNA, at=LATER, reason="slow", points=Fraction(1, 2))
    services.refresh(tournament.pk, at=LATER)
    make_conductor(tournament.event)
    return tournament.event


@contextmanager
def forgotten(django_db_blocker):
    """Use the database for what many tests share, such as a file; it keeps nothing of that."""
    with django_db_blocker.unblock(), rolled_back_later():
        yield
        transaction.set_rollback(True)


def written(event):
    with event_writer.write(event, at=LATER) as file:
        return json.load(file)


def normal(data):
    """A file without what may differ: numbers of rows by their order, no accounts, no codes."""
    data = copy.deepcopy(data)
    lists = {name: rows for name, rows in data.items() if isinstance(rows, list)}
    known = {
        (name, row["id"]): index
        for name, rows in lists.items()
        for index, row in enumerate(rows)
        if "id" in row
    }
    for name, rows in lists.items():
        for row in rows:
            row.pop("code", None)
            row.pop("clock_epoch", None)  # the site that brings it plans its warnings once more
            row.pop("user__email", None)
            if "id" in row:
                row["id"] = known[name, row["id"]]
            links = relations(MODELS[name]) if name in MODELS else {}
            for column, target in (links | {"champion_id": "entries"}).items():
                if row.get(column) is not None:
                    row[column] = known[target, row[column]]
    data["event"] = {
        k: v for k, v in data["event"].items() if k not in ("id", "uid", "slug", "created_at")
    }
    data["ledger"] = [row for row in data["ledger"] if row["verb"] != "bring event"]
    del data["staff"], data["source"]
    return data
