"""The pages of a ranking, and what programs read of it."""

import pytest
from django.http import QueryDict

from tests.builders import NOON, make_entries, make_tournament, phone_of
from tests.tournaments.rankings.conventions import PROFILE_OF_TWO, WHO, convention, counted
from tests.tournaments.standings.hands import play_round
from tournaments.rankings import computing, services
from tournaments.rankings.forms import PartsForm
from tournaments.rankings.profile import PROFILE

pytestmark = pytest.mark.django_db


class TestThePages:
    def test_everybody_sees_the_ranking_and_why(self, client, same_queries):
        event, long = convention()
        ranking = counted(event, long)
        computing.refresh(ranking.pk, at=NOON)
        page = client.get(f"/e/{event.slug}/ranking/best-of-the-show/").content.decode()
        assert "Player 001" in page
        assert ranking.get_absolute_url() in client.get(event.get_absolute_url()).content.decode()
        assert "Ours. The TGA does not publish its formula." in page
        person = client.get(f"/e/{event.slug}/ranking/best-of-the-show/{long[0][3].player_id}/")
        words = person.content.decode()
        assert "Long games" in words
        assert (
            "other categories are better"
            in client.get(
                f"/e/{event.slug}/ranking/best-of-the-show/{long[0][0].player_id}/"
            ).content.decode()
        )

    def test_a_phone_shows_the_total_of_its_player_and_what_is_missing(self, client):
        event, long = convention()
        ranking = counted(event, long)
        computing.refresh(ranking.pk, at=NOON)
        address = f"/e/{event.slug}/me/rankings/"
        assert "My total" not in client.get(address).content.decode()
        row = ranking.rows.order_by("rank").last()
        phone_of(client, row.player)
        said = client.get(address).content.decode()
        assert "My total in Best of the show" in said
        services.change_ranking(ranking, required=3, **WHO)
        computing.refresh(ranking.pk, at=NOON)
        assert "Still needs" in client.get(address).content.decode()
        assert "Place" in said

    def test_programs_read_a_ranking_with_its_profile_and_rows(self, client):
        event, long = convention()
        ranking = counted(event, long)
        computing.refresh(ranking.pk, at=NOON)
        place = f"/api/v1/events/{event.slug}/rankings/"
        (found,) = client.get(place).json()["results"]
        assert found == client.get(f"{place}{ranking.slug}/").json()
        assert found["categories"]["2"] == "Short games"
        assert set(found["origins"]) == {value.key for value in PROFILE}
        parts = client.get(f"{place}{ranking.slug}/tournaments/").json()["results"]
        assert [part["category"] for part in parts] == ["1", "2", "3"]
        rows = client.get(f"{place}{ranking.slug}/rows/").json()["results"]
        stored = ranking.rows.order_by("rank").values_list("player_id", "total")
        assert [(row["player_id"], row["total"]) for row in rows] == list(stored)

    def test_a_conductor_sets_one_up_and_chooses_the_games(self, client, owner, event):
        tournament = make_tournament(event)
        made = client.post(
            f"/e/{event.slug}/ranking/new/",
            {**PROFILE_OF_TWO, "by_title": "", "tie_break_1": "iron"},
        )
        ranking = event.rankings.get()
        assert made.url == f"/e/{event.slug}/ranking/{ranking.slug}/games/"
        client.post(made.url, {f"tournament-{tournament.pk}": "2"})
        assert ranking.parts.get().category == "2"
        assert event.rankings.get().tie_breaks == ["iron"]
        client.post(made.url, {f"tournament-{tournament.pk}": ":-"})
        assert not ranking.parts.exists()

    @pytest.mark.once
    def test_any_key_of_a_category_can_be_chosen(self, event):
        game = make_tournament(event)
        given = {"tournaments": [game], "categories": {"-": "Short", "=": "Even"}, "counted": {}}
        for key in ("-", "="):
            form = PartsForm(QueryDict(f"tournament-{game.pk}={key}"), **given)
            assert form.is_valid()
            assert form.chosen() == {game.pk: key}

    def test_a_list_that_a_convention_published_is_a_start(self, client, owner, event):
        address = f"/e/{event.slug}/ranking/new/"
        page = client.get(address).content.decode()
        assert "Start with the 9 categories of TotalCon 2011" in page
        assert "7: Express" not in page
        page = client.get(address, {"list": "totalcon-2011"}).content.decode()
        assert "\n7: Express and 3-hour games\n" in page
        assert client.get(address, {"list": "nowhere-1066"}).status_code == 200

    # The first test counts them too, for the people of a convention.
    @pytest.mark.long
    def test_more_people_take_no_more_queries(self, client, same_queries):
        event, long = convention()
        ranking = counted(event, long)

        def play(count):
            tournament = long[1][0].tournament
            entries = make_entries(tournament, count)
            number = tournament.rounds.count() + 1
            play_round(tournament, [[(one, 5) for one in entries]], number=number)
            computing.refresh(ranking.pk, at=NOON)

        play(3)
        client.get(ranking.get_absolute_url())
        with same_queries("ranking", at_most=6):
            client.get(ranking.get_absolute_url())
        play(5)
        with same_queries("ranking", at_most=6):
            client.get(ranking.get_absolute_url())
