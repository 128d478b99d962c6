"""A league of fixtures over weeks, made and played through the API alone."""

from datetime import date, timedelta
from http import HTTPStatus

import pytest
import time_machine
from django.utils import timezone

from tests.builders import make_conductor
from tests.tournaments.fixtures.leagues import MORNING, games, league
from tournaments.api.tokens import make_token
from tournaments.fixtures.playing import services as verbs
from tournaments.models import Entry, FixtureGame, FixtureList, LedgerEntry, Player, Tournament

pytestmark = pytest.mark.django_db

BASE = "/api/v1/events/winter-meet/tournaments/league"
KEY = "a-key-of-mine-{:04}"


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(MORNING, tick=False) as travelled:
        yield travelled


@pytest.fixture
def tournament():
    return league(7, made=False)


@pytest.fixture
def send(client, tournament):
    """Send a write as a conductor's program does."""
    owner = make_conductor(tournament.event)
    secret = make_token(owner, "program", ["conduct"], at=timezone.now())[1]
    count = iter(range(10_000))

    def send(path, body=None, *, version=None, key=None, token=secret):
        headers = {
            "Authorization": f"Bearer {token}",
            "Idempotency-Key": key or KEY.format(next(count)),
        }
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        return client.post(
            f"{BASE}/{path}", body or {}, content_type="application/json", headers=headers
        )

    return send


def entry_ids(*names):
    return [Entry.objects.get(player__name=name).pk for name in names]


def teams():
    return [
        {"name": "Engines", "entry_ids": entry_ids("Ann", "Ben", "Gus")},
        {"name": "Tenders", "entry_ids": entry_ids("Cay", "Dee")},
        {"name": "Signals", "entry_ids": entry_ids("Eve", "Fay")},
    ]


def of_teams(**more):
    return {"system": "robin", "first_day": "2026-11-23", "boards": 2, "teams": teams()} | more


@pytest.mark.long
def test_a_swiss_league_is_played_to_its_end(client, clock, send, tournament):
    made = send("fixtures/", {"system": "swiss", "first_day": "2026-11-23"})
    assert made.status_code == HTTPStatus.CREATED
    assert {name: made.json()[name] for name in ("system", "boards", "days", "teams", "weeks")} == {
        "system": "swiss", "boards": 1, "days": 7, "teams": 7, "weeks": 1,
    }  # fmt: skip
    assert client.get(f"{BASE}/fixtures/").json() == made.json()
    for week in (1, 2, 3):
        (*_, shown) = client.get(f"{BASE}/weeks/").json()["results"]
        assert shown["number"] == week
        for fixture in shown["fixtures"]:
            for game in fixture["games"]:
                said = {"outcome": "home", "played_on": shown["opens_on"]}
                answer = send(f"games/{game['id']}/report/", said, version=game["version"])
                assert answer.status_code == HTTPStatus.OK, answer.json()
                assert (answer.json()["status"], answer.json()["version"]) == ("confirmed", 1)
        clock.shift(timedelta(days=7))
        if week < 3:
            answer = send("weeks/")
            assert answer.status_code == HTTPStatus.CREATED, answer.json()
            assert answer.json()["number"] == week + 1
    assert send("finish/").json()["status"] == "finished"
    assert LedgerEntry.objects.filter(verb="report fixture").count() == 9


def test_a_write_that_is_sent_again_is_done_once(send, tournament):
    first = send("fixtures/", of_teams(), key="the-fixtures-of-ours")
    again = send("fixtures/", of_teams(), key="the-fixtures-of-ours")
    assert (again.status_code, again.json()) == (HTTPStatus.CREATED, first.json())
    assert again["Idempotency-Replayed"] == "true"
    assert FixtureList.objects.count() == 1
    game = games(tournament)[0]
    said = {"outcome": "draw", "played_on": "2026-11-23"}
    report = f"games/{game.pk}/report/"
    first = send(report, said, version=0, key="the-first-game-of-all")
    again = send(report, said, version=0, key="the-first-game-of-all")
    assert again.json() == first.json()
    game.refresh_from_db()
    assert game.version == 1
    refused = send(report, said | {"outcome": "home"}, version=0, key="the-first-game-of-all")
    assert (refused.status_code, refused.json()["code"]) == (422, "key-reused")


def test_a_game_that_changed_meanwhile_is_not_overwritten(send, tournament):
    send("fixtures/", of_teams())
    game = games(tournament)[0]
    said = {"outcome": "home", "played_on": "2026-11-23"}
    missing = send(f"games/{game.pk}/report/", said)
    assert (missing.status_code, missing.json()["code"]) == (428, "version-missing")
    assert send(f"games/{game.pk}/report/", said, version=0).status_code == HTTPStatus.OK
    late = send(f"games/{game.pk}/report/", said | {"outcome": "away"}, version=0)
    assert (late.status_code, late.json()["code"]) == (409, "game-changed")
    assert late["Content-Type"] == "application/problem+json"


def test_a_game_is_postponed_played_by_a_reserve_disputed_and_ruled(client, send, tournament):
    send("fixtures/", of_teams())
    engines = FixtureList.objects.get().teams.get(name="Engines")
    game = next(
        one for one in games(tournament) if engines.pk in {one.fixture.home_id, one.fixture.away_id}
    )
    at = f"games/{game.pk}"
    asked = {"until": "2026-12-06", "reason": "a wedding"}
    postponed = send(f"{at}/postpone/", asked, version=0).json()
    assert (postponed["due_on"], postponed["postponed_because"]) == ("2026-12-06", "a wedding")
    (gus,) = entry_ids("Gus")
    substituted = send(f"{at}/substitute/", {"entry_id": gus}, version=1).json()
    assert gus in {substituted["home_entry_id"], substituted["away_entry_id"]}
    game = FixtureGame.objects.get(pk=game.pk)
    facts = {"by": verbs.Actor("Gus"), "at": MORNING}
    verbs.report(game, "home", MORNING.date(), mine=game.home, version=2, **facts)
    assert send(f"{at}/confirm/", version=3).json()["status"] == "confirmed"
    ruled = send(f"{at}/rule/", {"outcome": "home0", "reason": "no show"}, version=4).json()
    assert (ruled["status"], ruled["outcome"], ruled["played_on"]) == ("ruled", "home0", None)
    assert client.get(f"{BASE}/{at}/").json() == ruled
    other = games(tournament, status="open")[0]
    verbs.report(other, "draw", MORNING.date(), mine=other.home, version=0, **facts)
    disputed = send(f"games/{other.pk}/dispute/", {"reason": "not so"}, version=1).json()
    assert (disputed["status"], disputed["reason"]) == ("disputed", "not so")


def test_fixtures_are_taken_back_as_long_as_nothing_is_played(send, tournament):
    send("fixtures/", of_teams())
    assert send("fixtures/discard/").status_code == HTTPStatus.NO_CONTENT
    assert not FixtureList.objects.exists()
    send("fixtures/", of_teams())
    rule = {"outcome": "none", "reason": "nobody came"}
    send(f"games/{games(tournament)[0].pk}/rule/", rule, version=0)
    assert send("fixtures/discard/").json()["code"] == "fixtures-are-played"


def twice(found):
    found[1]["entry_ids"] = found[0]["entry_ids"][:2]


def same_name(found):
    found[1]["name"] = " engines "


def too_few(found):
    found[2]["entry_ids"] = found[2]["entry_ids"][:1]


def stranger(found):
    found[2]["entry_ids"][0] = 987_654


@pytest.mark.parametrize(
    ("change", "code", "sentence"),
    [
        (twice, "plays-for-two-teams", "Line 2: “Ann” is already in a team."),
        # These, too, are refused in fixtures/test_making.py.
        pytest.param(
            same_name,
            "team-name-twice",
            "Line 2: “engines” is listed twice.",
            marks=pytest.mark.long,
        ),
        pytest.param(
            too_few,
            "team-too-small",
            "Line 3: “Signals” needs 2 players, one for each board.",
            marks=pytest.mark.long,
        ),
        (stranger, "nobody-has-the-entry", "Line 3: nobody in this tournament has the entry 98"),
    ],
)
def test_teams_that_cannot_play_are_refused_in_a_sentence(send, change, code, sentence):
    found = teams()
    change(found)
    refused = send("fixtures/", of_teams(teams=found))
    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert refused.json()["detail"].startswith(sentence)
    assert refused.json()["field"] == "teams"
    assert not FixtureList.objects.exists()


MAKE_NO_SENSE = [
    ({"boards": 1}, 422, "teams-need-boards"),
    ({"teams": []}, 422, "too-few-to-meet"),
    ({"first_day": "9999-12-31"}, 422, "day-out-of-range"),
    ({"first_day": "0001-01-01"}, 422, "day-out-of-range"),
    ({"first_day": "soon"}, 400, "invalid"),
    ({"system": "luck"}, 400, "invalid"),
    ({"boards": 9}, 400, "invalid"),
    ({"days": 0}, 400, "invalid"),
    ({"teams": [{"name": "A"}]}, 400, "invalid"),
    ({"teams": [{"name": "A", "entry_ids": ["x"]}]}, 400, "invalid"),
    ({"teams": 7}, 400, "invalid"),
]


def test_fixtures_that_make_no_sense_are_refused(send):
    for change, status, code in MAKE_NO_SENSE:
        refused = send("fixtures/", of_teams(**change))
        assert (refused.status_code, refused.json()["code"]) == (status, code), change
    assert not FixtureList.objects.exists()


def test_the_page_refuses_a_first_day_at_the_end_of_time(client, tournament):
    client.force_login(make_conductor(tournament.event))
    sent = {"system": "robin", "first_day": "9999-12-31", "days": 7, "boards": 1}
    shown = client.post(f"/e/winter-meet/t/{tournament.slug}/weeks/make/", sent)
    assert shown.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Enter a day from" in shown.content.decode()


def test_a_program_needs_the_scope(send, tournament):
    owner = Tournament.objects.get(pk=tournament.pk).event.staff.get().user
    results = make_token(owner, "results alone", ["results"], at=timezone.now())[1]
    roster = make_token(owner, "roster alone", ["roster"], at=timezone.now())[1]
    assert send("fixtures/", of_teams(), token=results).status_code == HTTPStatus.FORBIDDEN
    send("fixtures/", of_teams())
    game, said = games(tournament)[0], {"outcome": "home", "played_on": "2026-11-23"}
    report = f"games/{game.pk}/report/"
    assert send(report, said, version=0, token=roster).status_code == HTTPStatus.FORBIDDEN
    assert send(report, said, version=0, token=results).status_code == HTTPStatus.OK
    rule = {"outcome": "none", "reason": "so"}
    refused = send(f"games/{game.pk}/rule/", rule, version=1, token=results)
    assert refused.status_code == HTTPStatus.FORBIDDEN


def test_a_game_of_another_tournament_is_not_found(client, send, tournament):
    send("fixtures/", of_teams())
    other = league(2, event=tournament.event, slug="other")
    (foreign,) = games(other)
    assert client.get(f"{BASE}/games/{foreign.pk}/").status_code == HTTPStatus.NOT_FOUND
    said = {"outcome": "home", "played_on": str(date(2026, 11, 23))}
    answer = send(f"games/{foreign.pk}/report/", said, version=0)
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert Player.objects.count() == 9
