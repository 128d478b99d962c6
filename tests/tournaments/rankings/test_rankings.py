"""The ranking of an event: its profile and its computation."""

from copy import deepcopy
from fractions import Fraction

import pytest

from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_event,
    make_title,
    make_title_tournament,
    make_tournament,
)
from tests.tournaments.rankings.conventions import (
    WHO,
    convention,
    counted,
    make_ranking,
)
from tests.tournaments.standings.hands import count_change, play_round, report
from tournaments.deleting.services import cancel_tournament
from tournaments.errors import ChangedMeanwhile
from tournaments.events.services import create_tournament
from tournaments.events.titles.services import change_title
from tournaments.models import LedgerEntry, Ranking, Round, Seat, StandingsState
from tournaments.rankings import computing, errors, services
from tournaments.rankings.profile import PROFILE
from tournaments.rankings.queries import ranking_page
from tournaments.standings.deciding.services import adjust

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def convened_once(module_database):
    """A convention, made once; what a test does with it is rolled back."""
    return convention()


@pytest.fixture
def convened(convened_once):
    return deepcopy(convened_once)


def table(ranking):
    computing.refresh(ranking.pk, at=NOON)
    return [
        (row.player.name[-1], row.place, Fraction(row.total).limit_denominator(1000))
        for row in ranking.rows.select_related("player").order_by("rank")
    ]


def picture(ranking):
    """All that the stored rows say."""
    computing.refresh(ranking.pk, at=NOON)
    columns = ("player__name", "place", "total", "iron", "wins", "details")
    return [*ranking.rows.order_by("rank").values_list(*columns)]


@pytest.mark.long("postgresql")
def test_the_best_games_of_the_best_categories_and_the_final_add_up(convened):
    event, long = convened
    ranking = counted(event, long, scheme="house")
    # Wins of 4: Rails and Cards for the first, Streets for the third; the final adds 0.3 and 0.2.
    rows = table(ranking)
    assert [name for name, _place, _total in rows] == ["1", "2", "3", "4"]
    best = ranking.rows.get(rank=1)
    assert [key for key, one in best.details["categories"].items() if one["counts"]] == ["1", "3"]
    assert best.details["finals"][0]["value"] == "1/5"
    assert best.details["not_counted"] == []
    assert best.details["why"]["step"] == "total"


@pytest.mark.long("postgresql")
def test_of_a_final_of_several_tables_only_the_top_table_adds_to_totals(convened):
    event, long = convened
    rails = make_tournament(event, name="More rails", finalists=6, final_tables=2)
    people = make_entries(rails, 6)
    play_round(rails, [[(one, n) for n, one in enumerate(people)]], number=1)
    tables = [list(zip(people[:3], (30, 20, 10), strict=True)),
              list(zip(people[3:], (90, 80, 70), strict=True))]  # fmt: skip
    play_round(rails, tables, number=2, kind=Round.Kind.FINAL)
    ranking = counted(event, [*long, people], required=1)
    services.count_tournaments(ranking, {rails.pk: "1"}, **WHO)
    computing.refresh(ranking.pk, at=NOON)
    details = dict(ranking.rows.values_list("player_id", "details"))
    added = [[one["value"] for one in details[entry.player_id]["finals"]] for entry in people]
    assert added[:2] == [["3/10"], ["1/5"]]
    assert added[3:] == [[], [], []]
    why = [reason for _game, reason in details[people[3].player_id]["not_counted"]]
    assert "not-a-top-table" in why


@pytest.mark.long("postgresql")
def test_somebody_who_misses_a_category_has_no_place_and_knows_what_is_missing(convened):
    event, long = convened
    ranking = counted(event, long, required=3)
    name, place, _total = table(ranking)[-1]
    assert (name, place) == ("4", None)
    assert ranking.rows.last().details["missing"] == {"count": 1, "of": ["3"]}


# PostgreSQL asks the same in each run.
@pytest.mark.long("sqlite")
def test_a_reported_hand_moves_the_totals_and_only_its_tournament_is_read_again(
    convened, django_assert_num_queries
):
    event, long = convened
    ranking = counted(event, long)
    before = picture(ranking)
    assert computing.stale() == []
    streets = long[1][0].tournament
    report(streets.rounds.get().tables.get(), [90, 0, 0, 0])
    assert computing.stale() == [ranking.pk]
    with django_assert_num_queries(4) as games:
        computing.games_of(streets)
    assert len(games) == 4
    assert computing.refresh_stale(now=NOON) == 1
    assert picture(ranking) != before
    versions = dict(ranking.parts.values_list("category", "games_version"))
    state = StandingsState.objects.get(tournament=streets)
    assert versions["2"] == state.results_version


@pytest.mark.long("postgresql")
def test_a_game_of_places_and_one_of_fewer_points_count():
    event = make_event("Spring Meet")
    ranking = make_ranking(event, required=1)
    for number, counting in enumerate(("places", "fewer"), start=1):
        title = make_title(event, name=f"Game {number}", counting=counting)
        made = create_tournament(event, game=title.key, name=title.name, by=ANNA, at=NOON)
        entries = make_entries(made, 3)
        results = (-1, -2, -3) if counting == "places" else (-10, -19, -40)
        play_round(made, [list(zip(entries, results, strict=True))], number=1)
        services.count_tournaments(ranking, {made.pk: str(number)}, **WHO)
    computing.refresh(ranking.pk, at=NOON)
    rows = ranking.rows.values_list("player__name", "total")
    totals = {name: Fraction(total) for name, total in rows}
    # Places alone, without a bonus; and with half of the winner's points by one's own.
    assert totals["Player 001"] == 4
    assert totals["Player 005"] - totals["Player 002"] == Fraction(10, 40)
    assert totals["Player 004"] > totals["Player 005"] > totals["Player 006"]


@pytest.mark.long("postgresql")
def test_a_disqualified_player_has_nothing_in_the_category(convened):
    event, long = convened
    ranking = counted(event, long)
    adjust(long[2][0], "disqualified", reason="left", **WHO)
    count_change(long[2][0].tournament_id)
    computing.refresh(ranking.pk, at=NOON)
    row = ranking.rows.get(player=long[0][0].player)
    assert "3" not in row.details["categories"]
    assert [why for _game, why in row.details["not_counted"]] == ["void"]


@pytest.mark.long("postgresql")
def test_a_final_adds_nothing_to_a_player_who_is_disqualified(convened):
    event, long = convened
    ranking = counted(event, long)
    winner, second = long[0][1], long[0][0]
    adjust(winner, "disqualified", reason="left", **WHO)
    count_change(winner.tournament_id)
    computing.refresh(ranking.pk, at=NOON)
    rows = {row.player_id: row.details for row in ranking.rows.all()}
    assert rows[winner.player_id]["finals"] == []
    assert [why for _game, why in rows[winner.player_id]["not_counted"]] == ["void", "void"]
    assert rows[second.player_id]["finals"][0]["value"] == "1/5"


def test_a_cancelled_tournament_counts_for_nobody_and_is_called_so(convened, client):
    event, long = convened
    ranking = counted(event, long)
    streets = long[1][0].tournament
    cancel_tournament(streets, **WHO)
    computing.refresh(ranking.pk, at=NOON)
    assert all("2" not in row.details["categories"] for row in ranking.rows.all())
    page = " ".join(client.get(ranking.get_absolute_url()).text.split())
    assert "Streets</a> · 2 · cancelled" in page


@pytest.mark.long("postgresql")
def test_who_only_helps_at_a_table_holds_a_place_there_and_is_not_ranked(convened):
    event, long = convened
    ranking = counted(event, long, scheme="house", required=1)
    helper = long[1][2]
    Seat.objects.filter(entry=helper).update(helps=True)
    count_change(helper.tournament_id)
    computing.refresh(ranking.pk, at=NOON)
    rows = {row.player_id: row.details["categories"] for row in ranking.rows.all()}
    assert "2" not in rows[helper.player_id]
    # The helper has won that game, so the one behind is second.
    assert rows[long[1][1].player_id]["2"]["value"] == "3"


#: Another value for each of the profile, and what it is compared with.
OTHERS = {
    "categories": {"categories": "1: Long games\n2: Short games"},
    "by_title": {"by_title": True},
    "required": {"required": 3},
    "scheme": {"scheme": "game-points"},
    "final_bonus": {"final_bonus": "9 0"},
    "tie_breaks": {"tie_breaks": []},
}
#: Tried with a pick-up game, in pickups/test_pickups.py, and with teams, in test_honours.py.
ELSEWHERE = {"pick_ups", "team_from", "team_to"}


@pytest.mark.parametrize("key", sorted({value.key for value in PROFILE} - ELSEWHERE))
@pytest.mark.long("postgresql")
def test_each_value_of_the_profile_changes_something(convened, key):
    event, long = convened
    # With points of places alone and nothing for a final there are ties to break.
    usual = {"scheme": "house", "final_bonus": ""} if key == "tie_breaks" else {}
    ranking = counted(event, long, **usual)
    before = picture(ranking)
    services.change_ranking(ranking, **OTHERS[key], **WHO)
    assert computing.stale() == [ranking.pk]
    assert picture(ranking) != before


@pytest.mark.long("postgresql")
def test_a_title_with_another_name_keeps_its_column():
    tournament = make_title_tournament(make_event("Spring Meet"))
    entries = make_entries(tournament, 3)
    play_round(tournament, [list(zip(entries, (90, 80, 40), strict=True))], number=1)
    ranking = make_ranking(tournament.event, by_title=True, required=1, final_bonus="")
    services.count_tournaments(ranking, {tournament.pk: ""}, **WHO)
    computing.refresh(ranking.pk, at=NOON)
    change_title(tournament.title, name="Another name", **WHO)
    computing.refresh_stale(now=NOON)
    page = ranking_page(Ranking.objects.get())
    assert list(page.categories) == ["Another name"]
    assert all(cell for line in page.lines for cell in line.cells)


@pytest.mark.parametrize(
    ("values", "refusal", "field"),
    [
        ({"name": " "}, errors.RankingNeedsName, "name"),
        ({"categories": "Long games"}, errors.CategoryWithoutKey, "categories"),
        ({"categories": "1: Long\n1: Short"}, errors.CategoryTwice, "categories"),
        ({"categories": ""}, errors.CategoriesMissing, "categories"),
        ({"required": 4}, errors.RequiredOutOfRange, "required"),
        ({"scheme": "mine"}, errors.NoSuchScheme, "scheme"),
        ({"final_bonus": "a lot"}, errors.NoFinalBonus, "final_bonus"),
        ({"final_bonus": "0.2 0.3"}, errors.FinalBonusRises, "final_bonus"),
        ({"tie_breaks": ["wins", "wins"]}, errors.NoSuchStep, "tie_breaks"),
        ({"team_from": 5}, errors.NoSuchTeamSize, "team_to"),
    ],
)
@pytest.mark.long("postgresql")
def test_a_profile_that_cannot_be_counted_is_refused(values, refusal, field):
    event = make_event("Spring Meet")
    with pytest.raises(refusal) as refused:
        make_ranking(event, **values)
    assert refused.value.field == field
    assert not event.rankings.exists()


def test_two_conductors_do_not_undo_each_other(convened):
    event, long = convened
    ranking = counted(event, long)
    seen = services.values_of(ranking)
    services.change_ranking(ranking, seen=seen, **(seen | {"required": 1}), **WHO)
    services.change_ranking(ranking, seen=seen, **(seen | {"final_bonus": "1"}), **WHO)
    ranking.refresh_from_db()
    assert (ranking.required, ranking.final_bonus) == (1, "1")
    with pytest.raises(ChangedMeanwhile):
        services.change_ranking(ranking, seen=seen, **(seen | {"required": 3}), **WHO)
    verbs = LedgerEntry.objects.filter(event=event, subject=ranking.name).order_by("pk")
    assert [entry.verb for entry in verbs] == [
        "open ranking",
        "count for ranking",
        "change ranking",
        "change ranking",
    ]
