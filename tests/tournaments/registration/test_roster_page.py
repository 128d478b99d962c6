"""The conductor's roster: who is there, and the buttons beside them."""

import pytest
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_event,
    make_round,
    make_tournament,
)
from tests.tournaments.registration.pages import join, page, statuses
from tournaments.models import Entry, LedgerEntry, Player, Tournament
from tournaments.registration import services
from tournaments.registration.tables import PEOPLE_PER_PAGE

pytestmark = pytest.mark.django_db


def test_the_roster_shows_everybody_with_their_status_and_the_counts(
    client, event, tournament, conductor
):
    make_entries(tournament, 2)
    make_entries(tournament, 1, status=Entry.Status.ENTERED)
    make_entries(tournament, 1, status=Entry.Status.DROPPED)
    services.add_player(event, name="Zoë", handle="zoe", home_town="Lyon", by=ANNA, at=NOON)
    shown = page(client, "roster", event.slug)

    assert "2 of 3 checked in, 1 dropped" in shown
    assert "Showing 5 of 5 people." in shown
    assert "zoe · Lyon" in shown
    assert "not registered" in shown
    assert f'data-live="roster-{event.pk}"' in shown


def test_tournaments_that_are_over_take_no_room_on_the_roster(client, event, tournament, conductor):
    make_entries(tournament, 1)
    over = make_tournament(event, name="Last Week", status=Tournament.Status.FINISHED)
    make_entries(over, 1)
    shown = client.get(reverse("roster", args=[event.slug])).context["view"]
    assert shown.tournaments == [tournament]
    assert len(shown.rows) == 2
    query = {"tournament": "last-week"}
    asked = client.get(reverse("roster", args=[event.slug]), query).context["view"]
    assert asked.tournaments == [over]


ADA, ELODIE, SEAN = EVERYBODY = ["Ada Lindqvist", "Élodie Roux", "Seán O'Brien"]
SEARCHES = [
    ({}, EVERYBODY),
    ({"q": "elodie"}, [ELODIE]),
    ({"q": "OBRIEN"}, [SEAN]),
    ({"q": "o-br"}, [SEAN]),
    ({"q": "brakeman"}, [SEAN]),
    ({"q": "roux ely"}, []),
    ({"q": "roux elo"}, [ELODIE]),
    ({"q": "uppsala"}, [ADA]),
    ({"q": "ada@example"}, [ADA]),
    ({"status": "checked_in"}, [SEAN]),
    ({"status": "dropped"}, []),
    ({"tournament": "express-open"}, [ELODIE, SEAN]),
    ({"tournament": "express-open", "status": "entered"}, [ELODIE]),
    ({"tournament": "evening-express"}, [ADA]),
    ({"tournament": "nowhere", "status": "odd", "page": "x"}, EVERYBODY),
    ({"q": "\0"}, EVERYBODY),
]


def test_the_roster_is_searched_and_filtered(client, tournament, conductor):
    event = tournament.event
    evening = make_tournament(event, name="Evening Express")

    def add(name, where, **fields):
        return services.register(event, [where], name=name, by=ANNA, at=NOON, **fields)

    add(ADA, evening, home_town="Uppsala", email="ada@example.org")
    add(ELODIE, tournament)
    services.check_in(add(SEAN, tournament, handle="brakeman").entries.get(), by=ANNA, at=NOON)
    for query, names in SEARCHES:
        response = client.get(reverse("roster-live", args=[event.slug]), query)
        assert [row.player.name for row in response.context["view"].rows] == names, query


def test_the_roster_asks_for_the_changing_part_alone(client, event, tournament, conductor):
    make_entries(tournament, 1)
    query = {"q": "player"}
    response = client.get(
        reverse("roster-live", args=[event.slug]), query, headers={"HX-Request": "true"}
    )
    shown = response.content.decode()
    assert "<html" not in shown
    assert "Player 001" in shown
    assert 'name="query" value="q=player"' in shown
    assert response["HX-Replace-Url"] == f"{reverse('roster', args=[event.slug])}?q=player"


def test_a_refresh_requests_what_is_on_the_screen(client, event, tournament, conductor):
    make_entries(tournament, PEOPLE_PER_PAGE + 1)
    live = reverse("roster-live", args=[event.slug])
    again = client.get(live, {"query": "q=player&page=2"}, headers={"HX-Request": "true"})
    assert "Page 2 of 2" in again.text
    assert f"Player {PEOPLE_PER_PAGE + 1:03}" in again.text
    assert "Player 001" not in again.text
    assert again["HX-Replace-Url"].endswith("?q=player&page=2")


def test_buttons_of_the_roster_change_a_status(client, event, tournament, conductor):
    [entry] = make_entries(tournament, 1)
    address = reverse("entry-status", args=[event.slug, entry.pk])
    for before, act, after in (
        ("entered", "check_in", "checked_in"),
        ("waiting", "check_in", "checked_in"),
        ("checked_in", "check_in", "checked_in"),
        ("checked_in", "undo", "entered"),
        ("dropped", "reinstate", "checked_in"),
        ("dropped", "check_in", "dropped"),
        ("entered", "drop", "dropped"),
        ("checked_in", "drop", "dropped"),
    ):
        Entry.objects.update(status=before)
        response = client.post(address, {"to": act, "query": "q=player"})
        assert response.status_code == 302
        entry.refresh_from_db()
        assert entry.status == after, (before, act)


def test_a_button_leads_back_to_the_same_part_of_the_roster(client, event, tournament, conductor):
    [entry] = make_entries(tournament, 1, status=Entry.Status.ENTERED)
    address = reverse("entry-status", args=[event.slug, entry.pk])
    answer = {"to": "check_in", "query": "q=player"}

    plain = client.post(address, answer)
    roster = reverse("roster", args=[event.slug])
    assert plain.url == f"{roster}?q=player#player-{entry.player_id}"
    live = client.post(address, answer, headers={"HX-Request": "true"})
    assert live.url == f"{reverse('roster-live', args=[event.slug])}?q=player"


def test_a_refusal_is_shown_in_the_part_that_changes(client, event, tournament, conductor):
    [entry] = make_entries(tournament, 1, status=Entry.Status.DROPPED)
    address = reverse("entry-status", args=[event.slug, entry.pk])
    headers = {"HX-Request": "true"}
    response = client.post(address, {"to": "check_in"}, headers=headers, follow=True)
    assert "Player 001 has dropped out of “Express Open”" in response.content.decode()


def test_an_unknown_command_is_a_bad_request(client, event, tournament, conductor):
    [entry] = make_entries(tournament, 1)
    address = reverse("entry-status", args=[event.slug, entry.pk])
    for sent in ({"to": ""}, {"to": "fly"}, {}):
        assert client.post(address, sent).status_code == 400, sent


def test_dropping_asks_first_and_says_where_the_player_sits(client, event, tournament, conductor):
    entries = make_entries(tournament, 4)
    make_round(tournament, [entries])
    address = reverse("entry-status", args=[event.slug, entries[0].pk])
    shown = client.get(address).content.decode()

    assert "Drop Player 001?" in shown
    assert "They have a seat at Table 1 in Round 1" in shown
    client.post(address, {"to": "drop", "reason": "has to catch a train"})
    assert statuses(tournament)["Player 001"] == "dropped"
    assert LedgerEntry.objects.get().after["reason"] == "has to catch a train"


def test_everybody_shown_is_checked_in_at_once_and_nobody_of_another_event(
    client, event, tournament, conductor
):
    entries = make_entries(tournament, 3, status=Entry.Status.ENTERED)
    elsewhere = make_tournament(make_event("Summer Meet"))
    [stranger] = make_entries(elsewhere, 1, status=Entry.Status.ENTERED)
    wanted = [entries[0].pk, entries[1].pk, stranger.pk, "x", "9" * 40]
    client.post(reverse("check-in-many", args=[event.slug]), {"entry": wanted})

    assert statuses(tournament) == {
        "Player 001": "checked_in",
        "Player 002": "checked_in",
        "Player 003": "entered",
    }
    assert statuses(elsewhere) == {"Player 001": "entered"}


def test_a_walk_in_is_added_on_the_same_page(client, event, tournament, conductor):
    answer = {"walk_in-name": "Bob", "walk_in-tournaments": [tournament.slug]}
    response = client.post(reverse("walk-in", args=[event.slug]), answer, follow=True)

    pin = Player.objects.get().pin
    assert f"Bob is checked in. Their PIN is {pin}." in response.content.decode()
    assert statuses(tournament) == {"Bob": "checked_in"}


def test_a_wrong_walk_in_keeps_what_was_typed_beside_the_roster(
    client, event, tournament, conductor
):
    make_entries(tournament, 1)
    answer = {"walk_in-name": "", "walk_in-home_town": "Old Town"}
    shown = client.post(reverse("walk-in", args=[event.slug]), answer).content.decode()

    assert 'value="Old Town"' in shown
    assert "This field is required." in shown
    assert "Player 001" in shown


def test_a_player_is_entered_into_another_tournament(client, event, tournament, conductor):
    player, _ = services.add_player(event, name="Ada", by=ANNA, at=NOON)
    address = reverse("player-enter", args=[event.slug, player.pk])
    for _ in "12":
        client.post(address, {"to": tournament.slug})
    assert statuses(tournament) == {"Ada": "entered"}
    assert client.post(address, {"to": "nowhere"}).status_code == 404


def test_a_player_is_edited(client, event, tournament, conductor):
    player, _ = services.add_player(event, name="Ada", notes="Old", by=ANNA, at=NOON)
    address = reverse("player-edit", args=[event.slug, player.pk])
    client.post(address, {"name": "Ada Lindqvist", "handle": "@ada", "notes": "Two\nlines"})

    player.refresh_from_db()
    assert (player.name, player.handle, player.notes) == ("Ada Lindqvist", "ada", "Two\nlines")


def test_notes_may_be_as_long_as_their_input_lets_them_be(client, event, conductor):
    """Browsers count the end of a line as one character there, and send two."""
    player, _ = services.add_player(event, name="Ada", by=ANNA, at=NOON)
    lines = ["x" * 9] * 50
    address = reverse("player-edit", args=[event.slug, player.pk])
    client.post(address, {"name": "Ada", "notes": "\r\n".join(lines)})

    player.refresh_from_db()
    assert player.notes == "\n".join(lines)


def test_an_edit_that_would_mean_another_player_is_refused_at_its_field(client, event, conductor):
    services.add_player(event, name="Ada", handle="ada", by=ANNA, at=NOON)
    bob, _ = services.add_player(event, name="Bob", by=ANNA, at=NOON)
    address = reverse("player-edit", args=[event.slug, bob.pk])
    response = client.post(address, {"name": "Bob", "handle": "ADA"})

    assert list(response.context["form"].errors) == ["handle"]


def test_nothing_that_people_write_becomes_markup(client, event, tournament, conductor):
    nasty = '<script>alert("x")</script>'
    fields = {"handle": nasty, "home_town": nasty, "household": nasty, "notes": nasty}
    player = services.register(event, [tournament], name=nasty, by=ANNA, at=NOON, **fields)
    entry = player.entries.get()
    shown = [
        page(client, "roster", event.slug),
        page(client, "entry-status", event.slug, entry.pk),
        page(client, "player-edit", event.slug, player.pk),
        join(client, event, name=nasty, tournaments=[tournament.slug]).content.decode(),
        page(client, "roster", event.slug, query={"q": nasty}),
    ]
    for text in shown:
        assert "&lt;script&gt;" in text
        assert "<script>alert" not in text


def test_the_longest_names_are_shown_whole(client, event, tournament, conductor):
    name = "Ä" * 80
    services.register(event, [tournament], name=name, handle="h" * 40, by=ANNA, at=NOON)
    assert name in page(client, "roster", event.slug)


@pytest.mark.parametrize("people", [8, 16])
def test_the_roster_has_the_same_number_of_queries_for_few_and_many(
    client, tournament, conductor, people, same_queries
):
    event = tournament.event
    make_tournament(event, name="Evening Express")
    make_entries(tournament, people)
    # Session, account, event, role; tournaments, entries, people.
    with same_queries(at_most=9):
        client.get(reverse("roster", args=[event.slug]))


# The whole page has it, and takes the same: the test above.
@pytest.mark.long
@pytest.mark.parametrize("people", [8, 16])
def test_the_changing_part_has_the_same_number_of_queries_for_few_and_many(
    client, tournament, conductor, people, same_queries
):
    make_entries(tournament, people)
    with same_queries(at_most=9):
        client.get(reverse("roster-live", args=[tournament.event.slug]))


@pytest.mark.long
def test_the_other_pages_of_the_roster_have_a_known_number_of_queries(
    client, event, tournament, conductor, django_assert_max_num_queries
):
    entries = make_entries(tournament, 4)
    make_round(tournament, [entries])
    slug, entry = event.slug, entries[0]
    # Session, account, event and role make four; then what the page is about.
    for address, count in [
        (reverse("entry-status", args=[slug, entry.pk]), 8),  # entry, open seat
        (reverse("player-edit", args=[slug, entry.player_id]), 9),  # player, entries, phones
        (reverse("roster-import", args=[slug]), 7),  # tournaments
    ]:
        with django_assert_max_num_queries(count):
            client.get(address)


def test_an_invalid_page_number_still_shows_the_roster(client, event, tournament, conductor):
    make_entries(tournament, 1)
    for query in ({"page": "-1"}, {"page": "two"}, {"per_page": "-1"}):
        assert "Player 001" in page(client, "roster", event.slug, query=query), query
