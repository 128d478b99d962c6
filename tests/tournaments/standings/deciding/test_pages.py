"""The pages on which a conductor chooses a scheme and gives penalties, and the check command."""

import io
from copy import deepcopy

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_tournament,
    minutes,
)
from tests.routes.controls import PageForms
from tests.tournaments.fixtures.leagues import league
from tests.tournaments.standings.hands import play_round, report
from tournaments.fixtures.queries import games_in_week
from tournaments.models import Adjustment, Standing, StandingsState
from tournaments.standings import errors
from tournaments.standings.computing import services
from tournaments.standings.deciding.services import adjust, choose_scheme

pytestmark = pytest.mark.django_db
LATER = NOON + minutes(30)


@pytest.fixture(scope="module")
def played_once(module_database):
    tournament = make_tournament(make_event("Decided"))
    a, b, c, d, e, f = make_entries(tournament, 6)
    play_round(tournament, [[(a, 30), (b, 20), (c, 10)], [(d, 29), (e, 28), (f, 0)]], number=1)
    services.refresh(tournament.pk, at=LATER)
    return tournament


@pytest.fixture
def tournament(played_once):
    return deepcopy(played_once)


@pytest.fixture
def conductor(client, tournament):
    client.force_login(make_conductor(tournament.event))
    return client


def address(name, tournament, *more):
    return reverse(name, args=[tournament.event.slug, tournament.slug, *more])


def test_the_choice_is_shown_on_the_own_results_before_it_is_made(conductor, tournament):
    where = address("standings-scheme", tournament)
    html = conductor.get(where).content.decode()
    assert "Preview:" not in html
    assert "WBC Catan" in html
    html = conductor.get(where, {"scheme": "game-points"}).content.decode()
    assert "Preview: Sum of game points" in html
    assert "More points: 29 against 28." in html
    tournament.refresh_from_db()
    assert tournament.scheme == "house"


def test_in_a_league_a_bye_is_for_any_of_its_weeks(client):
    weeks = league(5)  # five weeks, though three rounds are planned
    client.force_login(make_conductor(weeks.event))
    entry = next(one for one in weeks.entries.all() if not games_in_week(one, 5).exists())
    where = address("adjustments", weeks)
    shown = client.get(where).text
    assert '<option value="5">Week 5</option>' in shown
    for other in ("Round", "Adjust the scores", 'value="awarded"'):
        assert other not in shown.partition("<main")[2].partition("</main>")[0]
    for one in ("bye", "forfeit_win", "penalty"):
        assert f'value="{one}"' in shown
    given = {"entry": entry.pk, "kind": "bye", "round_number": 5, "reason": "nobody came"}
    assert client.post(where, given).status_code == 302
    assert "Week 5" in client.get(address("standings", weeks)).text
    with pytest.raises(errors.ByeNeedsWeek):
        adjust(entry, "bye", round_number=6, reason="too late", by=ANNA, at=LATER)
    with pytest.raises(errors.HasAGameThatWeek, match="has a game in Week 4"):
        adjust(entry, "bye", round_number=4, reason="away", by=ANNA, at=LATER)


@pytest.mark.long
@pytest.mark.parametrize("people", [15, 30])
def test_a_preview_takes_the_same_number_of_queries_whatever_the_field(
    conductor, tournament, people, same_queries
):
    make_entries(tournament, people)
    # Session, user, tournament, role; results 5, stored places.
    with same_queries(at_most=13):
        conductor.get(address("standings-scheme", tournament), {"scheme": "latto"})


def test_a_chosen_scheme_holds_from_then_on(conductor, tournament):
    data = {"scheme": "house", "tie_break_1": "lot", "tie_break_3": "wins"}
    answer = conductor.post(address("standings-scheme", tournament), data)
    assert answer.status_code == 302
    tournament.refresh_from_db()
    assert tournament.tie_breaks == ["lot", "wins"]
    html = conductor.get(address("standings-scheme", tournament)).content.decode()
    assert '<option value="lot" selected' in html


def test_a_preview_older_than_the_scheme_of_somebody_else_does_not_replace_it(
    conductor, tournament
):
    where = address("standings-scheme", tournament)
    page = conductor.get(where, {"scheme": "game-points"})
    (preview,) = [form.values for form in PageForms(page.text).found if "scheme" in form.values]
    choose_scheme(tournament, "latto", None, by=ANNA, at=LATER)
    answer = conductor.post(where, preview)
    assert answer.status_code == 409
    assert "Nothing was done: check it again." in answer.text
    tournament.refresh_from_db()
    assert tournament.scheme == "latto"
    page = conductor.get(where, {"scheme": "game-points"})
    (preview,) = [form.values for form in PageForms(page.text).found if "scheme" in form.values]
    assert conductor.post(where, preview).status_code == 302


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"scheme": "luck"}, "Select a valid choice"),
        ({"scheme": "house", "tie_break_1": "score"}, "“Score” already comes earlier"),
    ],
)
def test_the_form_refuses_an_impossible_choice(conductor, tournament, data, message):
    for ask, status in ((conductor.get, 200), (conductor.post, 422)):
        answer = ask(address("standings-scheme", tournament), data)
        assert answer.status_code == status
        assert message in answer.content.decode()


def test_a_penalty_is_given_shown_to_everybody_and_taken_back(client, conductor, tournament):
    where = address("adjustments", tournament)
    entry = tournament.entries.order_by("pk").first()
    data = {"entry": entry.pk, "kind": "penalty", "points": "0.5", "reason": "slow <play>"}
    assert conductor.post(where, data).status_code == 302
    services.refresh(tournament.pk, at=LATER)
    html = conductor.get(address("standings", tournament)).content.decode()
    assert "slow &lt;play&gt;" in html
    assert "0.5</span> points off the score" in html
    given = Adjustment.objects.get()
    undo = address("adjustment-undo", tournament, given.pk)
    assert conductor.post(undo).status_code == 302
    assert "already been withdrawn" in conductor.post(undo, follow=True).content.decode()
    services.refresh(tournament.pk, at=LATER)
    assert "slow" not in conductor.get(address("standings", tournament)).content.decode()
    assert "withdrawn" in conductor.get(where).content.decode()


def test_a_missing_value_is_reported_at_its_field(conductor, tournament):
    entry = tournament.entries.order_by("pk").first()
    for changed, message in (
        ({"points": "many"}, "Enter a number such as"),
        ({"points": "1/0"}, "Enter a number such as"),
        ({"points": "1e3000000"}, "Enter a number such as"),
        ({"points": str(10**24 - 1)}, "Ensure this value has at most 16 characters"),
        ({"points": "1000000"}, "A penalty must be below 1000000 points"),
        ({"points": ""}, "Enter a penalty above zero"),
        ({"kind": "bye"}, "A bye needs a round"),
        ({"entry": 0}, "Select a valid choice"),
        ({"reason": ""}, "This field is required"),
    ):
        data = {"entry": entry.pk, "kind": "penalty", "points": "1", "reason": "why"} | changed
        answer = conductor.post(address("adjustments", tournament), data)
        assert answer.status_code == 422, changed
        assert message in answer.content.decode()
    assert not Adjustment.objects.exists()


def test_nobody_can_be_penalised_in_another_tournament_of_the_event(conductor, tournament):
    other = make_tournament(tournament.event, name="Second Chance")
    (stranger,) = make_entries(other, 1)
    data = {"entry": stranger.pk, "kind": "warning", "reason": "why"}
    answer = conductor.post(address("adjustments", tournament), data)
    assert "Select a valid choice" in answer.content.decode()
    given = Adjustment.objects.create(
        entry=stranger, kind="warning", reason="x", given_by="y", given_at=LATER
    )
    assert conductor.post(address("adjustment-undo", tournament, given.pk)).status_code == 404


def check(**options):
    out = io.StringIO()
    call_command("check_standings", stdout=out, **options)
    return out.getvalue()


def test_stored_standings_are_bit_for_bit_those_of_a_full_recomputation(tournament):
    assert "6 rows, the same" in check()
    assert check(event="nowhere") == ""


def test_the_check_finds_a_row_that_the_sheets_do_not_give(tournament):
    Standing.objects.filter(rank=2).update(score="31/8")
    out = io.StringIO()
    with pytest.raises(CommandError, match="1 tournaments have other standings"):
        call_command("check_standings", stdout=out)
    assert "row 2: stored" in out.getvalue()
    assert "31/8" in out.getvalue()


def test_a_sentence_that_another_release_worded_is_no_difference(tournament):
    Standing.objects.filter(rank=2).update(why="As 0.1.0 said it.")
    assert "6 rows, the same" in check()


def test_the_check_finds_a_champion_that_nobody_made(tournament):
    first = Standing.objects.get(rank=1)
    StandingsState.objects.filter(pk=tournament.pk).update(champion=first.entry)
    with pytest.raises(CommandError):
        check()


def test_standings_that_wait_to_be_computed_are_no_fault(tournament):
    report(tournament.rounds.get().tables.get(number=1), [1, 1, 1])
    assert "6 rows, older than the results" in check()


def test_a_penalty_that_is_sent_twice_is_given_once(conductor, tournament):
    where = address("adjustments", tournament)
    entry = tournament.entries.order_by("pk").first()
    (form,) = [one for one in PageForms(conductor.get(where).text).found if "kind" in one.asked]
    sent = form.values | {"entry": entry.pk, "kind": "penalty", "points": "2", "reason": "late"}
    assert conductor.post(where, sent).status_code == 302
    again = conductor.post(where, sent)
    assert again.status_code == 409
    assert "The same was added since you opened the page." in again.text
    assert entry.adjustments.count() == 1
    # Seen on the page that says so, it is another one.
    newest = entry.adjustments.get().pk
    assert f'name="newest" value="{newest}"' in again.text
    assert conductor.post(where, sent | {"newest": newest}).status_code == 302
    assert entry.adjustments.count() == 2
