"""An event that was written to a file and read again is the same."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_event,
    make_tournament,
    minutes,
)
from tests.tournaments.seating.head_to_head.playing import head_to_head, play
from tests.tournaments.signup.sessions import check_truth, make_players, make_session, states
from tests.tournaments.standings.exporting.event_files import (
    LATER,
    decided_event,
    normal,
    written,
)
from tests.tournaments.standings.hands import play_large_round
from tournaments.ledger import Actor
from tournaments.models import Event, LedgerEntry, Round, SheetLine, Table, User
from tournaments.notifications.services import announce
from tournaments.rankings.computing import stale
from tournaments.rankings.honours import services as honours
from tournaments.rankings.services import count_tournaments, open_ranking
from tournaments.results.ruling.annulling import annul_round, restore_round
from tournaments.seating.constraints.services import set_need
from tournaments.seating.head_to_head import bracket
from tournaments.signup import services as signup
from tournaments.signup.finishing import free_finished
from tournaments.signup.parties import services as parties
from tournaments.signup.promoting import promote
from tournaments.standings import errors
from tournaments.standings.computing import services
from tournaments.standings.exporting import event_reader, event_writer
from tournaments.standings.next_round.services import seat_next_round

# A file is read in Python: test_event_fuzz.py and test_event_fixtures.py write rows of files on
# PostgreSQL in every run.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]


@pytest.fixture(scope="module")
def decided(module_database):
    return decided_event()


@pytest.fixture
def event(decided):
    return Event.objects.get(pk=decided.pk)


def test_the_same_event_comes_out_again(event):
    before = written(event)
    brought = event_reader.load(before, by=ANNA, at=LATER)
    assert brought.slug == "winter-meet-2"
    assert normal(written(brought)) == normal(before)
    assert written(event) == before
    assert LedgerEntry.objects.filter(event=brought, verb="bring event").exists()


def test_its_standings_are_those_of_its_sheets_also_with_drawn_lots(event):
    brought = event_reader.load(written(event), by=ANNA, at=LATER)
    tournament = brought.tournaments.get()
    assert tournament.champion.player.name == "Player 002"
    assert services.differences(tournament) == []


def test_an_annulled_round_comes_annulled_and_can_be_taken_back(event):
    tournament = event.tournaments.get()
    final = Round.objects.get(tournament=tournament, number=2)
    annul_round(final, by=ANNA, at=LATER, reason="a fire alarm")
    services.refresh(tournament.pk, at=LATER)
    before = written(event)
    brought = event_reader.load(before, by=ANNA, at=LATER)
    assert normal(written(brought)) == normal(before)
    tournament = brought.tournaments.get()
    assert (tournament.rounds.count(), tournament.champion) == (1, None)
    again = Round.with_annulled.annulled().get(tournament=tournament)
    assert restore_round(again, by=ANNA, at=LATER, reason="a mistake").number == 2


# Columns and lists that an older file has not are filled in alike: see the file from before hall
# tables.
@pytest.mark.long
def test_a_file_from_before_rounds_were_annulled_is_read(event):
    data = written(event) | {"version": 1}
    for row in data["rounds"]:
        for column in ("annulled_at", "annulled_number", "annulled_because"):
            del row[column]
    brought = event_reader.load(data, by=ANNA, at=LATER)
    assert normal(written(brought)) == normal(written(event))


def test_rooms_and_hall_tables_come_too_and_games_stay_at_their_tables(event):
    room = event.rooms.create(name="Room B", position=2, note="upstairs")
    event.hall_tables.create(
        number=24, code="HALL24", room=room, seats=5, step_free=True, name="door"
    )
    Table.objects.filter(round__number=1).update(hall_table=event.hall_tables.get(number=24))
    data = written(event)
    assert data["version"] >= event_writer.WITH_HALL_TABLES
    brought = event_reader.load(data, by=ANNA, at=LATER)
    assert normal(written(brought)) == normal(data)
    table = Table.objects.get(round__tournament__event=brought, round__number=1)
    assert str(table) == "Table 24, Room B"
    assert table.hall_table.code != "HALL24"  # that one stays with the first event


def test_sessions_and_bookings_come_too_with_the_time_that_they_take(event):
    event.hall_tables.get_or_create(number=1, defaults={"code": "HALL1"})
    heats = make_tournament(event, name="Heats")
    session = make_session(heats, capacity=1, first_table=1, last_table=1)
    later = make_session(heats, start=240, capacity=1, first_table=1, last_table=1)
    for player in make_players(event, 2):
        for one in (session, later):
            signup.join_queue(one, player, by=ANNA, at=NOON - minutes(30))
    Round.objects.filter(number=1).update(session=session)
    free_finished(session.pk, at=NOON)  # as its games have ended
    data = written(event)
    assert data["version"] >= event_writer.WITH_SESSIONS
    brought = event_reader.load(data, by=ANNA, at=LATER)
    assert normal(written(brought)) == normal(data)
    check_truth()
    played, to_come = brought.sessions.order_by("starts_at")
    assert played.round.tournament.event == brought
    assert [(one.taken, one.waiting) for one in (played, to_come)] == [(0, 0), (1, 1)]


@pytest.mark.long
def test_announcements_come_too(event):
    session = make_session(make_tournament(event, name="Heats"))
    when = {"by": ANNA, "at": NOON, "starts_at": NOON, "ends_at": NOON + minutes(30)}
    announce(event, text="Dinner is served", audience="everybody", **when)
    announce(event, text="Heat 1 moves", audience="session", session=session.pk, **when)
    data = written(event)
    brought = event_reader.load(data, by=ANNA, at=LATER)
    assert normal(written(brought)) == normal(data)
    assert brought.announcements.get(audience="session").session.event == brought


def test_rankings_come_too_and_are_computed_again(event):
    values = {"categories": "1: Long games", "by_title": False, "required": 1}
    values |= {"scheme": "house", "final_bonus": "0.3", "tie_breaks": ["wins"]}
    values |= {"team_from": 2, "team_to": 4}
    ranking = open_ranking(event, name="Best of all", by=ANNA, at=NOON, **values)
    count_tournaments(ranking, {event.tournaments.first().pk: "1"}, by=ANNA, at=NOON)
    who = {"by": ANNA, "at": NOON}
    names = "\n".join(event.players.order_by("pk").values_list("shown_name", flat=True)[:3])
    team = honours.register_team(ranking, name="Reds", members=names, **who)
    novices = honours.add_class(ranking, name="Novices", rule="first time", members=names, **who)
    cup = honours.add_prize(ranking, of="teams", place=1, label="A cup", **who)
    honours.give_prize(cup, team, reason="a play-off", **who)
    honours.add_prize(ranking, of="class", of_class=novices.pk, place=1, label="A hat", **who)
    data = written(event)
    brought = event_reader.load(data, by=ANNA, at=LATER)
    assert normal(written(brought)) == normal(data)
    again = brought.rankings.get()
    assert again.pk in stale()
    brought_cup = again.prizes.get(label="A cup")
    assert brought_cup.team.members.count() == 3
    assert (brought_cup.given_by, brought_cup.reason) == (ANNA.name, "a play-off")
    for row in data["ranking_prizes"]:
        del row["given_by"], row["reason"]
    data["version"] = event_writer.WITH_HONOURS
    older = event_reader.load(data, by=ANNA, at=LATER).rankings.get().prizes.get(label="A cup")
    assert (older.given_by, older.reason, older.given_at) == ("", "", NOON)
    data["ranking_parts"][0]["category"] = "2"
    with pytest.raises(errors.NotAnEventFile):
        event_reader.load(data, by=ANNA, at=LATER)


def test_where_people_have_to_sit_comes_too(event):
    room = event.rooms.create(name="Room B")
    table = event.hall_tables.create(number=24, code="HALL24", room=room)
    player = event.players.first()
    set_need(player, table, step_free=True, by=ANNA, at=NOON)
    data = written(event)
    brought = event_reader.load(data, by=ANNA, at=LATER)
    assert normal(written(brought)) == normal(data)
    need = brought.players.get(name=player.name).need
    assert (need.hall_table.event, need.step_free) == (brought, True)


@pytest.mark.long
def test_a_file_from_before_sessions_is_read(event):
    data = written(event) | {"version": event_writer.WITH_HALL_TABLES}
    del data["sessions"], data["bookings"]
    for row in data["rounds"]:
        del row["session_id"]
    brought = event_reader.load(data, by=ANNA, at=LATER)
    assert normal(written(brought)) == normal(written(event))


def test_a_file_from_before_hall_tables_gets_codes_for_its_tables(event):
    data = written(event)
    del data["rooms"], data["hall_tables"]
    for table in data["tables"]:
        del table["hall_table_id"]
    brought = event_reader.load(data | {"version": 2}, by=ANNA, at=LATER)
    assert [table.number for table in brought.hall_tables.all()] == [1]
    assert not Table.objects.filter(hall_table__isnull=False).exists()


@pytest.mark.long
def test_a_large_event_comes_too(django_assert_max_num_queries):
    tournament = make_tournament(make_event("Large Meet"))
    play_large_round(tournament, make_entries(tournament, 64), hands=8)
    assert SheetLine.objects.count() > event_reader.BATCH
    services.refresh(tournament.pk, at=LATER)
    data = written(tournament.event)
    with django_assert_max_num_queries(60):
        brought = event_reader.load(data, by=ANNA, at=LATER)
    assert normal(written(brought)) == normal(data)


def test_codes_of_tables_stay_where_they_are_free(event):
    data = written(event)
    codes = [row["code"] for row in data["tables"]]
    event_reader.load(data, by=ANNA, at=LATER)
    assert Table.objects.filter(code__in=codes).count() == len(codes)
    assert Table.objects.count() == 2 * len(codes)


def test_a_file_gives_nobody_a_role(event):
    data = written(event)
    data["ledger"][0]["user__email"] = "conductor@example.org"
    user = User.objects.create_user("bringer@example.org", "a long password")
    brought = event_reader.load(data, by=Actor("B", user), at=LATER)
    assert [(staff.user, staff.role) for staff in brought.staff.all()] == [(user, "owner")]
    assert not LedgerEntry.objects.filter(event=brought, user__email="conductor@example.org")


def test_the_page_takes_the_file(client, event):
    client.force_login(User.objects.get())
    where = reverse("event-bring")
    file = SimpleUploadedFile("event.json", json.dumps(written(event)).encode())
    answer = client.post(where, {"file": file, "act": "another"})
    assert answer.url == reverse("event", args=["winter-meet-2"]) + "?own=page"
    for content, message in (
        (b"{", "This is not a JSON file."),
        (b"{}", "not a Roundhouse event file"),
    ):
        answer = client.post(where, {"file": SimpleUploadedFile("x.json", content)})
        assert message in answer.content.decode()


def test_a_bracket_comes_out_again_with_its_numbers_heats_and_champion():
    tournament = head_to_head("single", 5, make_event("Cup Day"))
    while tournament.status != "finished":
        play(seat_next_round(tournament, by=ANNA, at=NOON))
        tournament.refresh_from_db()
    services.refresh(tournament.pk, at=LATER)
    tournament.refresh_from_db()
    before = bracket.read(tournament)
    brought = event_reader.load(written(tournament.event), by=ANNA, at=LATER)
    again = brought.tournaments.get()
    after = bracket.read(again)
    assert again.pairing == "single"
    assert {n: s.outcome for n, s in after.stands.items()} == {
        n: s.outcome for n, s in before.stands.items()
    }
    assert str(again.champion) == str(tournament.champion)
    assert services.differences(again) == []


def test_a_draft_its_texts_and_its_hours_come_too_and_older_files_are_announced():
    event = make_event("Secret Con", announced_at=None, clock_12h=True)
    make_tournament(event, text="Fee 3 EUR.\n\nPrizes.", closes_at=NOON)
    data = written(event)
    brought = event_reader.load(data, by=ANNA, at=LATER)
    assert brought.is_draft
    assert brought.clock_12h
    made = brought.tournaments.get()
    assert (made.text, made.closes_at) == ("Fee 3 EUR.\n\nPrizes.", NOON)

    data["version"] = event_writer.WITH_HALL_TABLES
    for key in ("announced_at", "clock_12h"):
        del data["event"][key]
    for key in ("text", "closes_at"):
        del data["tournaments"][0][key]
    older = event_reader.load(data, by=ANNA, at=LATER)
    assert not older.is_draft
    assert not older.clock_12h
    assert older.tournaments.get().text == ""


def test_a_round_of_old_results_is_marked_in_the_file_and_where_it_is_read(event):
    first, final = Round.objects.filter(tournament__event=event).order_by("number")
    Round.objects.filter(pk=first.pk).update(made_from="a", made_now="b")
    kept = {"kept_from": "b", "kept_reason": "it was played"}
    Round.objects.filter(pk=final.pk).update(made_from="a", made_now="b", **kept)
    before = written(event)
    assert [row["results_changed"] for row in before["rounds"]] == [True, False]
    brought = event_reader.load(before, by=ANNA, at=LATER)
    assert normal(written(brought)) == normal(before)
    (tournament,) = brought.tournaments.all()
    assert [one.is_outdated for one in tournament.questioned_rounds] == [True, False]
    assert tournament.questioned_rounds[1].kept_because == "it was played"
    # Another correction asks again: the old reason is none any longer.
    Round.objects.filter(pk=final.pk).update(made_now="c")
    row = written(event)["rounds"][1]
    assert (row["results_changed"], row["kept_reason"]) == (True, "")


def test_a_place_that_is_offered_comes_too_and_older_files_offer_none():
    event = make_event("Offers", offer_minutes=10)
    session = make_session(event=event, capacity=1)
    first, second = make_players(event, 2)
    before = {"by": ANNA, "at": NOON - minutes(60)}
    for player in (first, second):
        signup.join_queue(session, player, **before)
    signup.cancel(session, first, **before)
    promote(session.pk, at=before["at"])
    data = written(event)
    brought = event_reader.load(data, by=ANNA, at=LATER)
    assert normal(written(brought)) == normal(data)
    check_truth()
    assert (brought.offer_minutes, brought.sessions.get().offered) == (10, 1)

    data["version"] = event_writer.WITH_HONOURS
    del data["event"]["offer_minutes"], data["event"]["mails_players"]
    for name in ("parties", "party_members", "party_bookings"):
        del data[name]
    for booking in data["bookings"]:
        del booking["together_id"]
        booking["state"] = booking["state"].replace("offered", "waiting")
        del booking["offered_until"]
    older = event_reader.load(data, by=ANNA, at=LATER)
    assert (older.offer_minutes, older.sessions.get().waiting) == (0, 1)


@pytest.mark.long
def test_a_party_comes_too_and_waits_together_there():
    event = make_event("Parties")
    session = make_session(event=event, capacity=2)
    holder, *friends = make_players(event, 3)
    before = {"by": ANNA, "at": NOON - minutes(60)}
    signup.book(session, holder, **before)
    parties.join_party(friends[1], parties.make_party(friends[0], **before).code, **before)
    parties.queue_party(session, friends[0], **before)
    data = written(event)
    brought = event_reader.load(data, by=ANNA, at=LATER)
    assert normal(written(brought)) == normal(data)
    check_truth()
    signup.cancel(brought.sessions.get(), brought.players.get(name=holder.name), **before)
    promote(brought.sessions.get().pk, at=before["at"])
    assert states(brought.sessions.get()) == {
        holder.name: "cancelled", friends[0].name: "held", friends[1].name: "held",
    }  # fmt: skip
