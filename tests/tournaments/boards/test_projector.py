"""The projector's page."""

import pytest
from django.utils import timezone

from tests.builders import ANNA, make_entries, make_round, make_tournament, minutes
from tournaments.clock.next_round import plan_next_round
from tournaments.models import Round, Standing, StandingsState, Table, Tournament
from tournaments.results.reporting.services import deal_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament()


def running(tournament, tables, *, since=60):
    groups = [make_entries(tournament, 4) for _ in range(tables)]
    return make_round(tournament, groups, started_at=timezone.now() - minutes(since))


def text(response):
    return " ".join(response.content.decode().split())


class TestTheProjector:
    def test_shows_the_clock_the_tables_and_what_comes_next(self, client, tournament):
        made = running(tournament, 2, since=30)
        deal_hand(made.tables.get(number=2), 1, by=ANNA, at=timezone.now())
        page = text(client.get("/e/winter-meet/board/"))
        assert "Last hand starts within" in page
        assert "hand 1" in page
        assert "Up next" in page
        assert page.index("Force-end") < page.index("End of the slot")

    def test_shows_a_table_s_state_only_once_its_seating_is_published(self, client, tournament):
        made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
        Round.objects.filter(pk=made.pk).update(status=Round.Status.SEATED)
        assert "No slot is running" in text(client.get("/e/winter-meet/board/"))

    def test_shows_many_tables_together_by_their_state(self, client, tournament):
        made = running(tournament, 50, since=30)
        deal_hand(made.tables.get(number=2), 1, by=ANNA, at=timezone.now())
        Table.objects.filter(number=50).update(
            status=Table.Status.FINISHED, end_reason=Table.EndReason.TARGET, ended_at=timezone.now()
        )
        page = text(client.get("/e/winter-meet/board/"))
        assert "playing</span> <span>2</span>" in page
        assert "finished</span> <span>50</span>" in page
        assert "<span>1, 3, 4, 5, 6," in page

    def test_shows_when_the_next_round_starts(self, client, tournament):
        at = timezone.now() + minutes(30)
        plan_next_round(tournament, at, by=ANNA, at=timezone.now(), reason="after lunch")
        assert "Next round starts" in text(client.get("/e/winter-meet/board/"))

    def test_shows_seats_by_name_before_a_round_starts(self, client, tournament):
        first, *others = make_entries(tournament, 4)
        type(first.player).objects.filter(pk=first.player_id).update(name="Änne")
        made = make_round(tournament, [[first, *others]], started_at=None)
        page = text(client.get("/e/winter-meet/board/"))
        assert f"{made}: find your table" in page
        assert page.index("Änne") < page.index("Player 002")
        assert "No slot is running" not in page

    def test_shows_the_standings_between_rounds_and_the_champion_at_the_end(
        self, client, tournament
    ):
        entries = make_entries(tournament, 12)
        played = {"score": "4", "wins": 0, "game_points": 9, "games": 1, "hands": 1}
        Standing.objects.bulk_create(
            Standing(
                tournament=tournament, entry=entry, rank=n, place=n, in_progress=False, **played
            )
            for n, entry in enumerate(entries, start=1)
        )
        page = text(client.get("/e/winter-meet/board/"))
        assert "Player 010" in page
        assert "Player 011" not in page
        StandingsState.objects.update_or_create(
            tournament=tournament, defaults={"champion": entries[2]}
        )
        Tournament.objects.update(status=Tournament.Status.FINISHED)
        page = text(client.get("/e/winter-meet/board/"))
        assert 'Champion</span> <strong class="champion__name">Player 003' in page

    @pytest.mark.parametrize("tables", [2, 20])
    def test_needs_the_same_queries_for_any_number_of_tables(
        self, client, tournament, tables, same_queries
    ):
        made = running(tournament, tables)
        deal_hand(made.tables.get(number=2), 1, by=ANNA, at=timezone.now())
        with same_queries(at_most=10):
            client.get("/e/winter-meet/board/")
