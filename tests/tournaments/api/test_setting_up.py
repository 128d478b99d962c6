"""A program changes and removes seasons, rankings, webhooks, wishes, plans, codes of conduct."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_event, make_tournament
from tournaments.api.tokens import SCOPES, make_token
from tournaments.ledger import Actor
from tournaments.models import KeptApart, LedgerEntry, Plan, SeatingNeed, Webhook
from tournaments.seasons.services import add_tournament, create_season
from tournaments.timetable.hall.services import add_room, number_tables

pytestmark = [pytest.mark.django_db, pytest.mark.once]

EVENT = "/api/v1/events/winter-meet"
OPEN = f"{EVENT}/tournaments/express-open"
RANKING = {"name": "Best of all", "categories": "1: Long games\n2: Short games", "required": 2}


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def user(tournament):
    return make_conductor(tournament.event)


@pytest.fixture
def program(user):
    return with_scopes(user, *SCOPES)


def with_scopes(user, *scopes):
    secret = make_token(user, "script", scopes, at=timezone.now())[1]
    return Client(headers={"Authorization": f"Bearer {secret}"})


def send(program, method, where, body=None):
    return getattr(program, method)(where, body or {}, content_type="application/json")


def verbs():
    return list(LedgerEntry.objects.order_by("pk").values_list("verb", flat=True))


# --- Seasons --------------------------------------------------------------------------------------


@pytest.fixture
def season(user):
    return create_season(name="Year", rule="best-results", by=Actor("Clara", user), at=NOON)


def test_a_season_is_changed_in_what_is_sent_and_nothing_else(program, season):
    where = f"/api/v1/seasons/{season.slug}/"
    before = program.get(where).json()
    answer = send(program, "patch", where, {"best": None, "promoted": 2, "was": {"promoted": 0}})
    assert answer.status_code == 200, answer.content
    different = {key for key, value in answer.json().items() if value != before[key]}
    assert different - {"updated_at", "best"} == {"promoted"}
    late = send(program, "patch", where, {"promoted": 3, "was": {"promoted": 0}})
    assert (late.status_code, late.json()["code"]) == (409, "changed-meanwhile")


def test_nobody_but_its_owners_changes_a_season(program, season):
    stranger = make_conductor(make_event("Other Meet"), email="other@example.org")
    where = f"/api/v1/seasons/{season.slug}/"
    assert send(with_scopes(stranger, *SCOPES), "patch", where, {"best": 2}).status_code == 403


def test_a_tournament_counts_for_a_season_no_longer(program, season, tournament):
    add_tournament(season, tournament, by=ANNA, at=NOON)
    where = f"/api/v1/seasons/{season.slug}/tournaments/winter-meet/express-open/"
    assert send(program, "delete", where).status_code == 204
    assert not season.parts.exists()
    assert verbs()[-1] == "remove from season"
    assert send(program, "delete", where).status_code == 404


# --- Rankings -------------------------------------------------------------------------------------


@pytest.fixture
def ranking(program):
    made = send(program, "post", f"{EVENT}/rankings/", RANKING)
    assert made.status_code == 201, made.content
    return f"{EVENT}/rankings/{made.json()['slug']}/"


def test_a_ranking_is_set_up_and_its_profile_changed(program, ranking):
    answer = send(program, "patch", ranking, {"required": 1, "was": {"required": 2}})
    assert (answer.status_code, answer.json()["required"]) == (200, 1)
    assert answer.json()["categories"] == {"1": "Long games", "2": "Short games"}
    refused = send(program, "patch", ranking, {"required": 5})
    assert refused.status_code == 422
    assert verbs() == ["open ranking", "change ranking"]


def test_tournaments_count_in_a_category_or_not(program, ranking, tournament):
    counted = [{"tournament": tournament.slug, "category": "1"}]
    answer = send(program, "patch", f"{ranking}tournaments/", {"tournaments": counted})
    assert (answer.status_code, answer.json()) == (200, counted)
    none = [{"tournament": tournament.slug, "category": None}]
    assert send(program, "patch", f"{ranking}tournaments/", {"tournaments": none}).json() == []
    unknown = [{"tournament": "no-such", "category": None}]
    missing = send(program, "patch", f"{ranking}tournaments/", {"tournaments": unknown})
    assert missing.status_code == 404


def test_classes_teams_and_prizes_come_and_go(program, ranking, tournament):
    names = [str(entry) for entry in make_entries(tournament, 3)]
    made = send(program, "post", f"{ranking}classes/", {"name": "Juniors", "members": names[0]})
    assert [one["shown_name"] for one in made.json()["members"]] == names[:1]
    one = f"{ranking}classes/{made.json()['id']}/"
    answer = send(program, "patch", one, {"members": "\n".join(names[:2])})
    assert len(answer.json()["members"]) == 2
    team = send(program, "post", f"{ranking}teams/", {"name": "Reds", "members": "\n".join(names)})
    assert team.status_code == 201, team.content
    prize = {"of": "class", "of_class": made.json()["id"], "place": 1, "label": "Cup"}
    given = send(program, "post", f"{ranking}prizes/", prize).json()
    of_prize = f"{ranking}prizes/{given['id']}/"
    player = tournament.event.players.first().pk
    assert send(program, "patch", of_prize, {"player_id": player}).json()["player_id"] == player
    decided = send(program, "patch", of_prize, {"player_id": player, "reason": "a lot"}).json()
    assert decided["reason"] == "a lot"
    assert send(program, "delete", one).json()["code"] == "has-prizes"
    for where in (of_prize, one, f"{ranking}teams/{team.json()['id']}/"):
        assert send(program, "delete", where).status_code == 204
        assert send(program, "delete", where).status_code == 404


# --- Webhooks -------------------------------------------------------------------------------------


def test_a_webhook_is_added_started_and_removed(program):
    hook = {"url": "https://example.org/hook", "topics": ["results"]}
    made = send(program, "post", f"{EVENT}/webhooks/", hook)
    assert made.status_code == 201, made.content
    assert len(made.json()["secret"]) == 64
    where = f"{EVENT}/webhooks/{made.json()['id']}/"
    Webhook.objects.update(is_active=False, stopped_at=NOON)
    assert send(program, "post", f"{where}start/").json()["is_active"]
    assert send(program, "delete", where).status_code == 204
    assert send(program, "delete", where).status_code == 404
    assert verbs() == ["add webhook", "start webhook", "remove webhook"]


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/", "https://me:secret@example.org/", "ftp://a.b/"]
)
def test_a_webhook_goes_only_where_the_page_lets_it_go(program, url):
    answer = send(program, "post", f"{EVENT}/webhooks/", {"url": url, "topics": ["results"]})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "url"
    assert not Webhook.objects.exists()


# --- Seating --------------------------------------------------------------------------------------


def test_two_people_are_kept_apart_and_let_together(program, tournament):
    one, other = (entry.player_id for entry in make_entries(tournament, 2))
    made = send(program, "post", f"{EVENT}/kept-apart/", {"one": other, "other": one})
    assert (made.status_code, made.json()["one"], made.json()["other"]) == (201, one, other)
    where = f"{EVENT}/kept-apart/{made.json()['id']}/"
    assert send(program, "delete", where).status_code == 204
    assert not KeptApart.objects.exists()
    same = send(program, "post", f"{EVENT}/kept-apart/", {"one": one, "other": one})
    assert same.status_code == 422


def test_somebody_has_a_table_of_the_hall_a_team_and_a_fixed_table(program, tournament):
    entry = make_entries(tournament, 1)[0]
    player = f"{EVENT}/players/{entry.player_id}"
    room = add_room(tournament.event, name="Hall", by=ANNA, at=NOON)
    number_tables(room, first=1, last=4, by=ANNA, at=NOON)
    need = send(program, "put", f"{player}/seating-need/", {"hall_table": 3})
    assert need.json() == {"hall_table": 3, "step_free": False}
    assert SeatingNeed.objects.get().hall_table.number == 3
    assert send(program, "put", f"{player}/seating-need/").status_code == 200
    assert not SeatingNeed.objects.exists()
    assert send(program, "put", f"{player}/team/", {"team": " The  Reds"}).json() == {
        "team": "The Reds"
    }
    fixed = f"{OPEN}/entries/{entry.pk}/fixed-table/"
    assert send(program, "put", fixed, {"table": 7}).json() == {"table": 7}
    entry.refresh_from_db()
    assert entry.fixed_table == 7


def test_all_rounds_are_planned_and_the_plan_given_up(program, tournament):
    make_entries(tournament, 8)
    kept = send(program, "put", f"{OPEN}/plan/", {"rounds": 2, "sizes": [4, 4], "seed": 5})
    assert kept.status_code == 200, kept.content
    assert [[len(table) for table in played] for played in kept.json()["rounds"]] == [[4, 4]] * 2
    assert send(program, "delete", f"{OPEN}/plan/").status_code == 204
    assert not Plan.objects.exists()
    assert verbs() == ["keep plan", "give up plan"]


# --- The code of conduct --------------------------------------------------------------------------


def test_the_code_of_conduct_is_replaced_unless_somebody_was_quicker(program, tournament):
    where = f"{EVENT}/conduct/"
    assert send(program, "put", where, {"text": "Be kind.", "was": ""}).status_code == 200
    tournament.event.refresh_from_db()
    assert tournament.event.code_of_conduct == "Be kind."
    late = send(program, "put", where, {"text": "Be quick.", "was": ""})
    assert (late.status_code, late.json()["code"]) == (409, "changed-meanwhile")
