"""An event that runs at one site and is known at another, both in one database.

The file of the event names the other site. So the event itself plays the part of the laptop, and
what is made from its file the part of the copy: it has the identity that the file says.
"""

import copy
from uuid import UUID, uuid4

from tests.builders import ANNA, NOON, minutes
from tests.tournaments.standings.exporting.event_files import normal
from tests.tournaments.standings.exporting.event_files import written as file_of
from tournaments.federation.services import update_event
from tournaments.models import Event
from tournaments.standings.exporting import event_reader

LAPTOP = {"uid": str(UUID(int=7)), "name": "laptop of the club"}
LOCAL_VERBS = {"update from file", "bring event", "erase player"}


class Copied:
    """An event and its copy, which ``publish`` brings up to it, a minute later each time."""

    def __init__(self, event) -> None:
        self.event, self.uid = event, uuid4()
        self.at = NOON + minutes(30)
        self.copy = event_reader.load(self.file(), by=ANNA, at=self.at, only_as=self.uid)

    def again(self):
        """The same two events, as they are stored now."""
        found = copy.copy(self)
        found.event = Event.objects.get(pk=self.event.pk)
        found.copy = Event.objects.get(pk=self.copy.pk)
        return found

    def file(self, **head):
        data = file_of(self.event) | {"exported_at": self.at.isoformat(), "source": LAPTOP}
        data["event"] |= {"uid": str(self.uid)}
        return data | head

    def publish(self):
        """Update the copy; how many rows changed, by list."""
        self.at += minutes(1)
        return self.receive(self.file())

    def receive(self, data):
        """Update the copy from a file; how many rows changed, by list."""
        done = update_event(self.copy, data, by=ANNA, at=self.at)
        self.copy.refresh_from_db()
        return done

    def check_same(self) -> None:
        """Everything of the event is at its copy, once, and nothing else."""
        ours, theirs = comparable(file_of(self.event)), comparable(file_of(self.copy))
        for name, rows in ours.items():
            assert theirs[name] == rows, (name, theirs[name], rows)
        assert theirs == ours


def comparable(data):
    """A file without what may differ from one site to another."""
    data = normal(copy.deepcopy(data))
    data["ledger"] = sorted(
        (row for row in data["ledger"] if row["verb"] not in LOCAL_VERBS), key=repr
    )
    for row in data["tournaments"]:
        # How often results were counted is of each site.
        row["behind"] = row.pop("results_version") - row.pop("standings_version")
    return {k: v for k, v in data.items() if k != "exported_at"}
