"""Shortcuts for tests of seatings and pairings that look at something else."""

import pytest

from pairing.head_to_head import dutch
from pairing.tables import seat
from tests.pairing.head_to_head.gacrux_here import in_process


@pytest.fixture
def short_search(monkeypatch):
    """Do not look long for tables without what cannot be avoided: test_seat sees how it does."""
    monkeypatch.setattr(seat, "PARTING_BUDGET", 1_000)


@pytest.fixture
def gacrux_here(monkeypatch):
    """Start no process: to load it takes ten times as long. Two tests of pairs see that one is."""
    monkeypatch.setattr(dutch, "run_engine", in_process)
