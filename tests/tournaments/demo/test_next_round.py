"""Nobody watches the demo's rounds and evenings: equals at a cut must not stop them."""

import pytest

from tests.builders import NOON, make_entries, make_tournament, minutes
from tests.tournaments.standings.hands import play_round
from tournaments.demo.league import PLAYERS
from tournaments.demo.next_round import seat_next
from tournaments.models import Adjustment, Round
from tournaments.standings.computing.services import refresh

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_lots_decide_who_of_equals_is_in_the_final():
    tournament = make_tournament(rounds_planned=1, finalists=3, table_min=3)
    entries = make_entries(tournament, 8)
    tables = [list(zip(entries[n : n + 4], (100, 50, 50, 20), strict=True)) for n in (0, 4)]
    play_round(tournament, tables, number=1)
    refresh(tournament.pk, at=NOON)
    tournament.refresh_from_db()
    final = seat_next(tournament, by=PLAYERS, at=NOON + minutes(300))
    assert final.kind == Round.Kind.FINAL
    assert final.seats.count() == 3
    assert set(Adjustment.objects.values_list("kind", flat=True)) == {Adjustment.Kind.LOT}
