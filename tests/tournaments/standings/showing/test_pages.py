"""The pages of the standings, as a visitor and as a conductor see them."""

import re
from copy import deepcopy

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
    phone_of,
)
from tests.tournaments.standings.hands import close, play_large_round, play_round, report
from tournaments.models import Player, Round, StandingsState, Tournament
from tournaments.standings.computing import services
from tournaments.standings.deciding import services as rulings
from tournaments.standings.showing import queries

pytestmark = pytest.mark.django_db
LATER = NOON + minutes(30)


def address(name, tournament):
    return reverse(name, args=[tournament.event.slug, tournament.slug])


def page(client, name, tournament, **query):
    response = client.get(address(name, tournament), query)
    assert response.status_code == 200
    return response.content.decode()


def names_in(html):
    return re.findall(r"<strong><bdi>([^<]+)</bdi></strong>", html)


@pytest.fixture(scope="module")
def played_once(module_database):
    """Six players after a round at two tables of three, computed."""
    tournament = make_tournament(make_event("Computed"))
    a, b, c, d, e, f = make_entries(tournament, 6)
    play_round(
        tournament,
        [[(a, 120), (b, 90), (c, 60)], [(d, 50), (e, 90), (f, 50)]],
        number=1,
    )
    services.refresh(tournament.pk, at=LATER)
    return tournament


@pytest.fixture
def tournament(played_once):
    return deepcopy(played_once)


def rename(number, **fields):
    Player.objects.filter(name=f"Player {number:03}").update(**fields)


def test_the_page_shows_the_rows_in_their_order_with_rounded_scores(client, tournament):
    rename(1, name="Zoë O'Brien", handle="zo", home_town="Košice")
    html = page(client, "standings", tournament)
    assert names_in(html) == [
        "Zoë O&#x27;Brien",
        "Player 005",
        "Player 002",
        "Player 004",
        "Player 006",
        "Player 003",
    ]
    assert "<bdi>zo</bdi> · <bdi>Košice</bdi>" in html
    assert '<span title="2 1/2">2.50</span>' in html
    assert html.count("4=") == 2
    assert "How the score is calculated: Roundhouse placement" in html
    assert "This scheme is our own:" in html


def test_a_tournament_without_results_says_so(client):
    html = page(client, "standings", make_tournament())
    assert "Nobody has played yet" in html
    assert "Not computed yet." in html


@pytest.mark.parametrize(("shown", "before"), [("all", " · "), ("end", "")])
@pytest.mark.parametrize("own", ["parts", "page"])
def test_the_way_to_the_finals_has_a_dot_before_it_only_behind_another(
    client, tournament, shown, before, own
):
    Tournament.objects.update(standings_shown=shown)
    client.force_login(make_conductor(tournament.event))
    html = page(client, "standings", tournament, own=own)
    # A conductor's own page shows everything.
    expected = before if own == "parts" else " · "
    assert f'>{expected}<a href="{address("finals", tournament)}">Finals</a>' in html


def test_sorting_by_another_column_keeps_everybodys_place(client, tournament):
    html = page(client, "standings", tournament, sort="-name")
    assert names_in(html)[0] == "Player 006"
    first = html[html.index("<tbody>") :][:400]
    assert "4=" in first
    assert 'aria-sort="descending"' in html


@pytest.mark.long
def test_a_sort_that_does_not_exist_is_no_sort(client, tournament):
    for sort in ("nonsense", "-", "place,-place", "entry_id", "x" * 5000, "\0"):
        assert names_in(page(client, "standings", tournament, sort=sort))[0] == "Player 001", sort


def test_find_me_marks_the_row_and_links_to_it(client, tournament):
    rename(2, name="Łucja Ångström")
    html = page(client, "standings", tournament, q="angstrom")
    entry = tournament.entries.get(player__name="Łucja Ångström")
    assert f'<a href="#entry-{entry.pk}">' in html
    assert html.count("is-marked") == 1
    assert "1 player found" in html


def test_searching_for_nobody_says_so_and_shows_what_was_typed(client, tournament):
    html = page(client, "standings", tournament, q="<b>nobody</b>\0")
    assert "&lt;b&gt;nobody&lt;/b&gt;" in html
    assert "<b>nobody" not in html
    assert "is-marked" not in html


def test_the_page_says_that_a_newer_hand_is_being_counted(client, tournament):
    assert "Up to date" in page(client, "standings", tournament)
    report(tournament.rounds.get().tables.get(number=1), [1, 1, 1])
    html = page(client, "standings", tournament)
    assert "Updating with a newer hand." in html
    assert "Up to date" not in html


def test_the_page_says_when_nobody_has_counted_for_a_while(client, tournament):
    report(tournament.rounds.get().tables.get(number=1), [1, 1, 1])
    StandingsState.objects.filter(pk=tournament.pk).update(results_at=timezone.now() - minutes(1))
    html = page(client, "standings", tournament)
    assert "Not updating: a newer result is missing here." in html
    assert re.search(r"Computed <time[^>]*>\d+ (h|min|s)</time> ago", html)
    services.refresh(tournament.pk, at=LATER)
    assert "Not updating" not in page(client, "standings", tournament)


def why(client, tournament, entry, **query):
    where = reverse("standings-why", args=[tournament.event.slug, tournament.slug, entry.pk])
    return client.get(where, query)


def test_each_row_leads_to_why_it_stands_above_the_next(client, tournament):
    html = page(client, "standings", tournament)
    links = re.findall(r'<summary>Why here\?</summary><a href="(why/\d+/)">', html)
    assert len(links) == 5  # the last one stands above nobody
    below = address("standings", tournament)
    reasons = [client.get(below + link, {"part": "1"}).text for link in links]
    assert reasons[0] == "Equal in score and wins. More game points: 120 against 90."
    assert "Shares the place: equal in score, wins and game points." in reasons
    response = client.get(below + links[0])
    assert f"<p>{reasons[0]}</p>" in response.text
    assert "Place 1: Player 001</h1>" in response.text
    assert "public" in response["Cache-Control"]


def test_why_a_player_stood_there_after_an_earlier_round(client, two_rounds):
    html = page(client, "standings", two_rounds, after="1")
    assert re.search(r'<a href="why/\d+/\?after=1">', html)
    leader = two_rounds.entries.get(player__name="Player 001")
    then, now = (why(client, two_rounds, leader, **query).text for query in ({"after": 1}, {}))
    assert "Place 1: Player 001</h1>" in then
    assert "Place 1: Player 001</h1>" not in now


def test_there_is_no_reason_for_somebody_of_another_tournament(client, tournament):
    (stranger,) = make_entries(make_tournament(make_event("Spring Meet")), 1)
    assert why(client, tournament, stranger).status_code == 404
    assert client.get(address("standings", tournament) + f"why/{10**30}/").status_code == 404


def test_a_phone_learns_which_row_is_its_own_beside_the_shared_table(client, tournament):
    entry = tournament.entries.get(player__name="Player 005")
    shared = page(client, "standings", tournament)
    phone_of(client, entry.player)
    assert page(client, "standings", tournament) == shared
    row = f'data-row="entry-{entry.pk}"'
    assert row not in shared
    assert row in page(client, "standings", tournament, own="parts")
    assert row in page(client, "standings", tournament, own="page")


@pytest.fixture
def two_rounds(tournament):
    """A second round that turns the order around."""
    a, b, c, d, e, f = tournament.entries.order_by("pk")
    play_round(
        tournament,
        [[(a, 0), (b, 90), (c, 60)], [(d, 500), (e, 9), (f, 50)]],
        number=2,
    )
    services.refresh(tournament.pk, at=LATER)
    return tournament


def test_movement_since_the_last_round_is_shown_by_sign_and_word(client, two_rounds):
    html = page(client, "standings", two_rounds)
    moves = re.findall(r'aria-hidden="true">([▲▼=]\d*)</span>', html)
    # After round 1: 1, 5, 2, 4 and 6, 3. Now 2 leads with 6.5 before 4 with 5.75.
    assert names_in(html)[:2] == ["Player 002", "Player 004"]
    assert moves[:2] == ["▲2", "▲2"]
    assert html.count("up 2 places") == 2


def test_an_earlier_moment_is_shown_as_it_was(client, two_rounds):
    html = page(client, "standings", two_rounds, after="1")
    assert "The standings after Round 1" in html
    assert names_in(html)[0] == "Player 001"
    assert "▲" not in html.split("<tbody>")[1]
    assert names_in(page(client, "standings", two_rounds, after="2"))[0] == "Player 002"


def test_the_way_to_the_finals_stands_above_the_places(client, tournament):
    finals = address("finals", tournament)
    assert finals not in page(client, "standings", tournament)
    client.force_login(make_conductor(tournament.event))
    html = page(client, "standings", tournament, own="page")
    assert 0 < html.index(finals) < html.index("<table")
    assert f'href="{finals}"' in page(client, "standings", tournament, own="parts")


@pytest.mark.long
def test_a_moment_that_never_was_is_now(client, two_rounds):
    for after in ("0", "3", "-1", "x", "99999", "\u0661", ""):
        html = page(client, "standings", two_rounds, after=after)
        assert "The standings after Round" not in html, after
        assert names_in(html)[0] == "Player 002"


def test_an_earlier_moment_takes_some_queries(client, two_rounds, django_assert_max_num_queries):
    # Tournament, does the round exist; results 5, people; adjustments, rounds.
    with django_assert_max_num_queries(14):
        page(client, "standings", two_rounds, after="1")


def test_only_those_found_can_be_shown_and_only_those_who_play(client, tournament):
    html = page(client, "standings", tournament, q="003", show="found")
    assert names_in(html) == ["Player 003"]
    html = page(client, "standings", tournament, show="playing")
    assert names_in(html) == []
    assert "Nobody to show" in html


def test_another_scheme_has_columns_for_its_tie_breaks_and_sorts_by_them(client, tournament):
    tournament = rulings.choose_scheme(tournament, "newport-pagnell", ["share"], by=ANNA, at=LATER)
    services.refresh(tournament.pk, at=LATER)
    html = page(client, "standings", tournament, sort="share")
    assert "Share of tables" in html
    assert "44.44 %" in html
    assert names_in(html)[0] == "Player 003"
    assert "How the score is calculated: Newport Pagnell league" in html
    assert "This part is our own:" in html
    assert "The best 3 results of each player count." in html
    assert "newportpagnell-boardgames.org.uk" in html


def test_a_player_at_a_table_is_marked_by_a_word(client):
    tournament = make_tournament()
    entries = make_entries(tournament, 3)
    report(make_round(tournament, [entries]).tables.get(), [3, 2, 1])
    services.refresh(tournament.pk, at=LATER)
    assert page(client, "standings", tournament).count("playing now") == 3


def test_the_final_and_then_the_champion_are_shown(client, tournament):
    final = make_round(
        tournament,
        [[row.entry for row in queries.top(tournament, 3)]],
        number=2,
        kind=Round.Kind.FINAL,
    )
    report(final.tables.get(), [5, 60, 120])
    services.refresh(tournament.pk, at=LATER)
    html = page(client, "standings", tournament)
    assert "champion__name" not in html
    assert re.findall(r'board__main">([^<]+)<.*?board__time">(\d+)<', html) == [
        ("Player 002", "120"),
        ("Player 005", "60"),
        ("Player 001", "5"),
    ]
    close(final)
    services.refresh(tournament.pk, at=LATER)
    html = page(client, "standings", tournament)
    assert re.search(r"Champion</span> <strong[^>]*>Player 002</strong>", html)


def field_of(count):
    tournament = make_tournament()
    play_large_round(tournament, make_entries(tournament, count), hands=2)
    services.refresh(tournament.pk, at=LATER)
    return tournament


@pytest.mark.parametrize("count", [8, 16])
def test_the_page_takes_the_same_queries_whatever_the_field(client, count, same_queries):
    tournament = field_of(count)
    # Tournament, rows, final, adjustments, rounds.
    with same_queries(at_most=8):
        html = page(client, "standings", tournament)
    assert len(names_in(html)) == count
    with same_queries(at_most=8):
        page(client, "standings", tournament, q="nobody at all")


def test_the_live_part_takes_few_queries(client, tournament, django_assert_max_num_queries):
    first = page(client, "standings-live", tournament)
    assert first.lstrip().startswith("<section")
    assert f'data-live="standings-{tournament.pk}"' in first
    with django_assert_max_num_queries(8):
        page(client, "standings-live", tournament)


def test_a_player_with_a_new_name_is_shown_by_it_at_once(client, tournament):
    page(client, "standings", tournament)
    rename(5, name="Renamed")
    assert names_in(page(client, "standings", tournament))[1] == "Renamed"


def test_links_in_the_table_hold_nothing_of_the_address(client, tournament):
    assert "spy" not in page(client, "standings", tournament, utm="spy")


def test_a_conductor_computes_in_the_request_when_no_worker_lives(client, tournament):
    client.force_login(make_conductor(tournament.event))
    report(tournament.rounds.get().tables.get(number=1), [0, 500, 0])
    assert "Compute now" not in page(client, "standings", tournament)  # all get the same
    assert "Compute now" in page(client, "standings", tournament, own="parts")
    answer = client.post(address("standings-refresh", tournament), follow=True)
    html = answer.content.decode()
    assert "Standings updated." in html
    assert names_in(html)[0] == "Player 002"
    again = client.post(address("standings-refresh", tournament), follow=True)
    assert "The standings are already up to date." in again.content.decode()


def test_unknown_tournaments_are_not_found(client, tournament):
    for name in ("standings", "standings-live", "standings-csv", "hands-csv"):
        assert client.get(reverse(name, args=[tournament.event.slug, "none"])).status_code == 404
