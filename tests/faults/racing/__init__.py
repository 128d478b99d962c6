"""Verbs that people and workers do to one event at the same moment, for the races of locks."""

from tests.faults.racing.administration import ADMINISTRATION
from tests.faults.racing.play import PLAY
from tests.faults.racing.timetable import TIMETABLE

#: Each verb by name: the state of the round in which it does something, and how it is done.
VERBS = PLAY | ADMINISTRATION | TIMETABLE
