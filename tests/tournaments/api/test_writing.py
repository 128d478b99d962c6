"""Programs set up, register and seat by the same services as the pages."""

import pytest
from django.utils import timezone

from tests.builders import (
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    phone_of,
)
from tests.examples import ALL
from tests.tournaments.seating.head_to_head.playing import head_to_head, seat
from tournaments.api.tokens import make_token
from tournaments.models import (
    Entry,
    Event,
    LedgerEntry,
    Player,
    Role,
    Round,
    Season,
    Staff,
    Tournament,
)
from tournaments.seating.persistence import as_lists

pytestmark = pytest.mark.django_db
EVENT = "/api/v1/events/winter-meet"
BASE = f"{EVENT}/tournaments/express-open"
DAYS = {"starts_on": "2026-12-01", "ends_on": "2026-12-02", "time_zone": "Europe/Paris"}


@pytest.fixture
def event(db):
    return make_event()


@pytest.fixture
def user(event):
    return make_conductor(event)


@pytest.fixture
def tournament(event):
    return make_tournament(event)


@pytest.fixture
def post(client, user):
    def send(where, body, *scopes, by=None, event=None):
        token = make_token(by or user, "s", scopes, at=timezone.now(), event=event)
        headers = {"Authorization": f"Bearer {token[1]}"}
        return client.post(where, body, content_type="application/json", headers=headers)

    return send


# --- Setting up -----------------------------------------------------------------------------------


def test_an_event_belongs_to_who_set_it_up(post, user):
    answer = post("/api/v1/events/", {"name": "Spring  Meet"} | DAYS, "organize")
    assert (answer.status_code, answer.json()["slug"]) == (201, "spring-meet")
    made = Event.objects.get(slug="spring-meet")
    assert made.staff.get().role == Role.OWNER
    assert LedgerEntry.objects.get(event=made).verb == "create event"
    refused = post("/api/v1/events/", {"name": "X"} | DAYS | {"time_zone": "Mars"}, "organize")
    assert (refused.status_code, refused.json()["field"]) == (422, "time_zone")


def test_a_tournament_has_the_defaults_of_its_game(post, event):
    made = post(
        f"{EVENT}/tournaments/", {"name": "Open", "game": "express", "slot": 90}, "organize"
    )
    assert made.status_code == 201
    body = made.json()
    assert (body["target"], body["slot"], body["final_slot"]) == (120, 90, 180)
    two = {"name": "Duel", "game": "metro_x", "pairing": "dutch"}
    body = post(f"{EVENT}/tournaments/", two, "organize").json()
    assert (body["scheme"], body["table_max"]) == ("win-draw-loss", 2)
    refused = post(f"{EVENT}/tournaments/", {"name": "X", "game": "chess"}, "organize")
    assert refused.status_code == 422
    refused = post(f"{EVENT}/tournaments/", two | {"cutoff": 1440}, "organize")
    assert refused.status_code == 422


def test_a_season_counts_tournaments_of_events_that_one_conducts(post, tournament):
    season = {"name": "League", "rule": "laurels", "best": 3}
    assert post("/api/v1/seasons/", season, "organize").json()["slug"] == "league"
    part = {"event": "winter-meet", "tournament": "express-open", "level": 2}
    made = post("/api/v1/seasons/league/tournaments/", part, "organize")
    assert (made.status_code, made.json()["name"]) == (201, "Express Open")
    again = post("/api/v1/seasons/league/tournaments/", part, "organize")
    assert again.json()["code"] == "tournament-counts-already"
    make_tournament(make_event("Spring Meet"))
    other = part | {"event": "spring-meet"}
    assert post("/api/v1/seasons/league/tournaments/", other, "organize").status_code == 403
    assert Season.objects.get().parts.count() == 1


# --- The roster -----------------------------------------------------------------------------------


def test_a_player_is_put_on_the_roster_once(post, event):
    person = {"name": "Ann Smith", "home_town": "York", "email": "ann@example.org"}
    first = post(f"{EVENT}/players/", person, "roster")
    again = post(f"{EVENT}/players/", person, "roster")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert set(first.json()) == {
        "id",
        "name",
        "handle",
        "home_town",
        "rating",
        "seed",
        "federation",
        "member_number",
        "shown_name",
    }
    refused = post(f"{EVENT}/players/", {"name": "Bob", "email": "no mail"}, "roster")
    assert (refused.status_code, refused.json()["code"]) == (422, "no-email")


def test_many_are_entered_at_once_and_nobody_twice(post, event, tournament):
    ann = post(f"{EVENT}/players/", {"name": "Ann"}, "roster").json()["id"]
    sent = {"entries": [{"player_id": ann}, {"name": "Bob"}, {"name": "bob"}], "check_in": True}
    first = post(f"{BASE}/entries/", sent, "roster")
    assert first.status_code == 201
    rows = first.json()["entries"]
    assert [row["player"] for row in rows] == ["Ann", "Bob", "Bob"]
    assert rows[1]["entry_id"] == rows[2]["entry_id"]
    assert [row["is_new_player"] for row in rows] == [False, True, True]
    assert {row["status"] for row in rows} == {"checked_in"}
    again = post(f"{BASE}/entries/", sent, "roster").json()["entries"]
    assert [row["entry_id"] for row in again] == [row["entry_id"] for row in rows]
    assert not any(row["is_new_entry"] for row in again)
    assert Player.objects.count() == Entry.objects.count() == 2
    verbs = LedgerEntry.objects.values_list("verb", flat=True)
    assert list(verbs).count("enter many") == 1


def test_one_bad_line_enters_nobody_and_every_bad_line_is_named(post, tournament):
    sent = {"entries": [{"name": "Ann"}, {"name": "\u200b"}, {"player_id": 999}]}
    answer = post(f"{BASE}/entries/", sent, "roster")
    assert (answer.status_code, answer.json()["code"]) == (422, "lines-refused")
    faults = [(one["field"], one["code"]) for one in answer.json()["errors"]]
    assert faults == [("entries.1.name", "name-missing"), ("entries.2.player_id", "no-such-player")]
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "lines", [[], [{}], [{"name": "A", "player_id": 1}], [{"player_id": 0}], [{"name": "A"}] * 501]
)
def test_lines_that_name_nobody_are_refused(post, tournament, lines):
    assert post(f"{BASE}/entries/", {"entries": lines}, "roster").status_code == 400


@pytest.mark.long
@pytest.mark.parametrize("people", [2, 60])
def test_entering_many_needs_the_same_queries_for_any_number(
    post, tournament, people, django_assert_max_num_queries
):
    lines = [{"name": f"Player {number}"} for number in range(people)]
    with django_assert_max_num_queries(27):
        answer = post(f"{BASE}/entries/", {"entries": lines, "check_in": True}, "roster")
    assert len(answer.json()["entries"]) == people


def test_entries_are_checked_in_dropped_and_reinstated(post, tournament):
    one, other = make_entries(tournament, 2, status="entered")
    answer = post(f"{BASE}/check-in/", {"entry_ids": [one.pk, other.pk]}, "roster").json()
    assert (answer["checked_in"], {row["status"] for row in answer["entries"]}) == (
        2,
        {"checked_in"},
    )
    where = f"{BASE}/entries/{one.pk}"
    assert post(f"{where}/undo-check-in/", {}, "roster").json()["status"] == "entered"
    assert post(f"{where}/drop/", {"reason": "ill"}, "roster").json()["status"] == "dropped"
    assert post(f"{where}/undo-check-in/", {}, "roster").json()["code"] == "entry-dropped"
    assert post(f"{where}/reinstate/", {}, "roster").json()["status"] == "checked_in"
    tournament.status = Tournament.Status.FINISHED
    tournament.save()
    refused = post(f"{BASE}/check-in/", {"entry_ids": [one.pk]}, "roster")
    assert refused.json()["code"] == "tournament-finished"


# --- Rounds ---------------------------------------------------------------------------------------


def test_a_round_is_seated_by_a_list_of_ones_own(post, tournament):
    entries = [one.pk for one in make_entries(tournament, 6)]
    assert post(f"{BASE}/seat/", {}, "conduct").status_code == 201
    tables = [entries[:3], entries[3:]]
    answer = post(f"{BASE}/rounds/1/pairings/", {"tables": tables}, "conduct")
    assert (answer.status_code, answer.json()["tables"]) == (200, 2)
    seats = Round.objects.get().seats.order_by("table__number", "position")
    assert list(seats.values_list("entry_id", flat=True)) == entries
    for wrong in ([[10**9]], [], [["x"]]):
        assert post(f"{BASE}/rounds/1/pairings/", {"tables": wrong}, "conduct").status_code == 400


@pytest.fixture
def cup(event):
    """Six people in a Swiss for two, whose first round is a draft."""
    made = head_to_head(Tournament.Pairing.FIELD, 6, event)
    seat(made)
    return made


def send(post, tables, byes=()):
    where = f"{EVENT}/tournaments/delays-cup/rounds/1/pairings/"
    return post(where, {"tables": tables, "byes": byes}, "conduct")


NO_PLACE_OR_TWO = [
    ([[0, 1, 2]], [3, 4, 5], ("not-two-at-table", "Table 1 has 3 on the list.")),
    ([[0, 1], [2]], [3, 4, 5], ("not-two-at-table", "Table 2 has 1 on the list.")),
    ([[0, 1], [2, 3]], [], ("not-named", "Not on the list: Player 005, Player 006.")),
    ([[0, 1], [2, 3]], [4], ("not-named", "Not on the list: Player 006.")),
    ([[0, 1], [2, 3], [4, 0]], [5], ("named-twice", "Named more than once: Player 001.")),
    ([[0, 0], [2, 3], [4, 5]], [1], ("named-twice", "Named more than once: Player 001.")),
    ([[0, 1], [2, 3], [4, 5]], [5], ("named-twice", "Named more than once: Player 006.")),
]


def test_a_list_that_gives_somebody_no_place_or_two_is_refused(post, cup):
    people = list(cup.entries.order_by("pk").values_list("pk", flat=True))
    before = as_lists(cup.rounds.get())
    # Each code comes in each run, and every place of a person in a long one.
    for tables, byes, (code, said) in NO_PLACE_OR_TWO if ALL else NO_PLACE_OR_TWO[::2]:
        listed = [[people[n] for n in table] for table in tables]
        answer = send(post, listed, [people[n] for n in byes])
        assert (answer.status_code, answer.json()["code"]) == (422, code), (tables, byes)
        assert said in answer.json()["detail"]
    assert (as_lists(cup.rounds.get()), cup.rounds.get().byes.count()) == (before, 0)


def test_a_list_names_the_byes_and_who_left_is_not_missing(post, cup):
    a, b, c, d, e, f = cup.entries.order_by("pk")
    Entry.objects.filter(pk=f.pk).update(status=Entry.Status.ENTERED)
    gone = send(post, [[a.pk, b.pk], [c.pk, f.pk]], [d.pk, e.pk])
    assert (gone.status_code, gone.json()["code"]) == (422, "not-checked-in")
    assert send(post, [[a.pk, b.pk], [d.pk, c.pk]], [e.pk]).status_code == 200
    assert [bye.entry_id for bye in cup.rounds.get().byes.all()] == [e.pk]
    assert send(post, [[e.pk, b.pk], [d.pk, c.pk]], [a.pk]).status_code == 200
    assert [bye.entry_id for bye in cup.rounds.get().byes.all()] == [a.pk]


def test_byes_are_given_and_penalties_bounded(post, tournament):
    entry = make_entries(tournament, 1)[0]
    bye = {"entry_id": entry.pk, "round_number": 1, "reason": "late train"}
    answer = post(f"{BASE}/byes/", bye, "conduct")
    assert (answer.status_code, answer.json()["kind"]) == (201, "bye")
    assert post(f"{BASE}/byes/", bye, "conduct").status_code == 409
    half = bye | {"kind": "half_bye", "round_number": 2}
    assert post(f"{BASE}/byes/", half, "conduct").json()["kind"] == "half_bye"
    forfeit = bye | {"kind": "forfeit_win", "round_number": 2, "opponent_id": entry.pk}
    answer = post(f"{BASE}/byes/", forfeit, "conduct")
    assert (answer.status_code, answer.json()["code"]) == (422, "no-forfeit-here")


# --- Tokens ---------------------------------------------------------------------------------------


def test_a_scope_opens_its_own_part_alone(post, tournament):
    entry = {"entries": [{"name": "Ann"}]}
    assert post(f"{BASE}/entries/", entry).status_code == 403
    assert post(f"{BASE}/entries/", entry, "organize", "results").status_code == 403
    assert post(f"{BASE}/seat/", {}, "roster").status_code == 403
    assert (
        post(f"{EVENT}/tournaments/", {"name": "A", "game": "express"}, "conduct").status_code
        == 403
    )
    assert post(f"{BASE}/entries/", entry, "conduct").status_code == 201


def test_a_token_of_an_event_acts_there_and_nowhere_else(post, user, event, tournament):
    other = make_event("Spring Meet")
    other.staff.create(user=user, role=Role.OWNER)
    make_tournament(other)
    scopes = ("roster", "organize", "conduct")
    entry = {"entries": [{"name": "Ann"}]}
    elsewhere = "/api/v1/events/spring-meet/tournaments/express-open/entries/"
    assert post(f"{BASE}/entries/", entry, *scopes, event=event).status_code == 201
    assert post(elsewhere, entry, *scopes, event=event).status_code == 403
    assert post(elsewhere, entry, *scopes).status_code == 201
    assert post("/api/v1/events/", {"name": "New"} | DAYS, *scopes, event=event).status_code == 403
    season = {"name": "League", "rule": "laurels"}
    assert post("/api/v1/seasons/", season, *scopes, event=event).status_code == 403


def test_a_token_of_one_event_reads_no_draft_of_another_and_makes_no_copy(
    client, post, user, event
):
    draft = make_event("Secret Meet")
    Event.objects.filter(pk=draft.pk).update(announced_at=None)
    Staff.objects.create(event=draft, user=user, role=Role.OWNER)

    def read(where, event):
        token = make_token(user, "s", ["organize"], at=timezone.now(), event=event)
        return client.get(where, headers={"Authorization": f"Bearer {token[1]}"})

    for where in ("", "timetable.csv"):
        address = f"/api/v1/events/{draft.slug}/{where}"
        assert [read(address, one).status_code for one in (event, draft, None)] == [404, 200, 200]
    listed = read("/api/v1/events/", event).json()["results"]
    assert draft.slug not in [one["slug"] for one in listed]
    copy = {"name": "Next", "starts_on": "2027-11-20"}
    assert (
        post(f"/api/v1/events/{event.slug}/copy/", copy, "organize", event=event).status_code == 403
    )


# --- Who may see codes ----------------------------------------------------------------------------


def test_codes_are_shown_to_those_who_may_use_them(client, user, tournament):
    one, other = make_entries(tournament, 3), make_entries(tournament, 3)
    made = make_round(tournament, [one, other])
    mine, theirs = made.tables.order_by("number").values_list("code", flat=True)
    where = f"{BASE}/rounds/1/tables/"

    def codes(**headers):
        return [row["code"] for row in client.get(where, headers=headers).json()["results"]]

    def bearer(*scopes, event=None):
        token = make_token(user, "s", scopes, at=timezone.now(), event=event)
        return {"Authorization": f"Bearer {token[1]}"}

    assert codes() == [None, None]
    assert codes(**bearer()) == codes(**bearer("roster")) == [None, None]
    assert codes(**bearer("results")) == codes(**bearer("conduct")) == [mine, theirs]
    assert codes(**bearer("results", event=make_event("Spring Meet"))) == [None, None]
    phone_of(client, one[0].player)
    assert codes() == [mine, None]


def test_a_draft_is_shown_to_conductors_alone(client, user, tournament):
    made = make_round(tournament, [make_entries(tournament, 3)], started_at=None)
    made.status = Round.Status.SEATED
    made.save()
    token = make_token(user, "s", ["conduct"], at=timezone.now())
    headers = {"Authorization": f"Bearer {token[1]}"}
    for where in (f"{BASE}/rounds/1/", f"{BASE}/rounds/1/tables/"):
        assert client.get(where).status_code == 404
        assert client.get(where, headers=headers).status_code == 200
