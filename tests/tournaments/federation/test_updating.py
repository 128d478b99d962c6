"""A newer file of an event brings its copy up to it, and leaves what the site itself added."""

from datetime import timedelta
from fractions import Fraction
from uuid import UUID

import pytest

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_tournament,
    minutes,
)
from tests.selecting import ON_SQLITE
from tests.tournaments.federation.copies import Copied
from tests.tournaments.seating.head_to_head.playing import head_to_head, play
from tests.tournaments.signup.sessions import check_truth, make_players, make_session
from tests.tournaments.standings.exporting.event_files import forgotten, written
from tests.tournaments.standings.hands import play_round
from tournaments import ledger
from tournaments.deleting.services import delete_player
from tournaments.errors import ChangedSinceSeen
from tournaments.federation import errors
from tournaments.federation.queries import preview
from tournaments.federation.services import update_event
from tournaments.models import (
    Entry,
    LedgerEntry,
    Person,
    Player,
    Room,
    Season,
    SeasonTournament,
    Table,
)
from tournaments.privacy.services import erase
from tournaments.results.ruling.annulling import annul_round
from tournaments.seen import digest
from tournaments.signup import services as signup
from tournaments.standings.computing import services
from tournaments.standings.deciding import services as rulings
from tournaments.standings.errors import NotAnEventFile
from tournaments.standings.exporting.event_reader import checked
from tournaments.standings.next_round.services import seat_next_round
from tournaments.verbs import Verb

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]
LATER = NOON + minutes(30)


@pytest.fixture(scope="module")
def copied(django_db_setup, django_db_blocker, redis_server):
    """Made once; what a test does with it is rolled back."""
    with forgotten(django_db_blocker):
        made = make_tournament()
        a, b, c, d = make_entries(made, 4)
        play_round(made, [[(a, 40), (b, 30), (c, 20), (d, 10)]], number=1)
        services.refresh(made.pk, at=LATER)
        make_conductor(made.event)
        yield Copied(made.event)


@pytest.fixture
def sites(copied):
    return copied.again()


@pytest.fixture
def tournament(sites):
    return sites.event.tournaments.get()


def names_in_ledger(event, name):
    entries = LedgerEntry.objects.filter(event=event)
    return [one for one in entries if name in repr([one.subject, one.before, one.after])]


@ON_SQLITE
def test_the_same_again_changes_nothing(sites):
    before = LedgerEntry.objects.filter(event=sites.copy).count()
    assert sites.publish() == {}
    data = sites.file()
    assert update_event(sites.copy, data, by=ANNA, at=LATER) == {}
    assert LedgerEntry.objects.filter(event=sites.copy).count() == before
    sites.check_same()


@pytest.mark.long("postgresql")
def test_results_people_and_rulings_come_with_the_next_file(sites, tournament):
    a, b, c, d = Entry.objects.filter(tournament=tournament).order_by("pk")
    tables = [*Table.objects.filter(round__tournament__event=sites.copy).values_list("pk", "code")]
    play_round(tournament, [[(d, 50), (c, 30), (b, 20), (a, 10)]], number=2)
    rulings.adjust(d, "penalty", by=ANNA, at=LATER, reason="slow", points=Fraction(1, 2))
    make_entries(tournament, 1)
    services.refresh(tournament.pk, at=LATER)
    done = sites.publish()
    assert (done["players new"], done["rounds new"], done["adjustments new"]) == (1, 1, 1)
    assert "rounds changed" not in done
    sites.check_same()
    now = Table.objects.filter(round__tournament__event=sites.copy).values_list("pk", "code")
    assert {*tables} < {*now}
    assert services.differences(sites.copy.tournaments.get()) == []


# PostgreSQL is stricter about the order in which rows come and go.
@pytest.mark.long("sqlite")
def test_what_is_changed_or_taken_back_is_at_the_copy_too(sites, tournament):
    sites.event.rooms.create(name="Room B", position=2)
    sites.event.name = "Winter Meet, moved"
    sites.event.save()
    sites.publish()
    sites.check_same()
    annul_round(tournament.rounds.get(), by=ANNA, at=LATER, reason="a fire alarm")
    services.refresh(tournament.pk, at=LATER)
    Room.objects.filter(event=sites.event).delete()
    done = sites.publish()
    assert done["rooms gone"] == 1
    sites.check_same()
    assert sites.copy.name == "Winter Meet, moved"
    assert not sites.copy.tournaments.get().rounds.exists()


@pytest.mark.long("sqlite")
def test_two_people_may_change_their_names_with_one_another(sites):
    first, second = Player.objects.filter(event=sites.event).order_by("pk")[:2]
    values = [(p.name, p.identity) for p in (first, second)]
    Player.objects.filter(pk=first.pk).update(identity="moving")
    for player, (name, identity) in ((second, values[0]), (first, values[1])):
        Player.objects.filter(pk=player.pk).update(name=name, identity=identity)
    assert sites.publish()["players changed"] == 2
    sites.check_same()


@ON_SQLITE
def test_what_the_site_itself_added_stays(sites, tournament):
    mine = sites.copy.tournaments.get()
    conductor = make_conductor(sites.copy, email="gatherer@example.org")
    person = Person.objects.create(name="Ann")
    player = sites.copy.players.order_by("pk").first()
    Player.objects.filter(pk=player.pk).update(person=person)
    season = Season.objects.create(name="League", slug="league")
    SeasonTournament.objects.create(season=season, tournament=mine)
    before = (sites.copy.slug, player.pin, player.badge)
    Player.objects.filter(event=sites.event).update(home_town="Graz")
    sites.event.tournaments.update(text="Bring a pencil.")
    assert sites.publish()["players changed"] == 4
    sites.check_same()
    player.refresh_from_db()
    assert (sites.copy.slug, player.pin, player.badge) == before
    assert player.person == person
    assert sites.copy.staff.get().user == conductor
    assert season.parts.get().tournament == mine


@pytest.mark.long
def test_bookings_come_with_the_time_that_they_take(sites, tournament):
    event = sites.event
    event.hall_tables.get_or_create(number=1, defaults={"code": "HALL1"})
    session = make_session(
        make_tournament(event, name="Heats"), capacity=1, first_table=1, last_table=1
    )
    first, second = make_players(event, 2)
    for player in (first, second):
        signup.join_queue(session, player, by=ANNA, at=NOON - minutes(30))
    sites.publish()
    sites.check_same()
    signup.cancel(session, first, by=ANNA, at=NOON - minutes(20))
    sites.publish()
    sites.check_same()
    check_truth()


@pytest.mark.long
def test_a_bracket_is_published_after_each_round():
    tournament = head_to_head("single", 4, make_event("Bracket"))
    sites = Copied(tournament.event)
    while tournament.status != "finished":
        play(seat_next_round(tournament, by=ANNA, at=NOON))
        services.refresh(tournament.pk, at=LATER)
        tournament.refresh_from_db()
        sites.publish()
        sites.check_same()
    assert str(sites.copy.tournaments.get().champion) == str(tournament.champion)


@ON_SQLITE
def test_who_is_erased_where_it_runs_is_erased_here(sites, tournament):
    player = Player.objects.filter(event=sites.event).order_by("pk").first()
    name = player.name
    rulings.adjust(
        player.entries.get(), "penalty", by=ANNA, at=LATER, reason=f"{name} was slow", points=1
    )
    services.refresh(tournament.pk, at=LATER)
    sites.publish()
    assert names_in_ledger(sites.copy, name)
    erase(player, by=ANNA, at=LATER)
    sites.publish()
    sites.check_same()
    here = sites.copy.players.order_by("pk").first()
    assert (here.name, here.person) == (f"Player {player.pk}", None)
    assert not names_in_ledger(sites.copy, name)


@ON_SQLITE
def test_a_file_that_names_who_was_erased_here_is_refused_until_they_are_erased_there(sites):
    player = Player.objects.filter(event=sites.event).order_by("pk").first()
    record_name = {"by": ANNA, "at": LATER, "points": 1, "reason": f"{player.name} was slow"}
    rulings.adjust(player.entries.get(), "penalty", **record_name)
    sites.publish()
    here = erase(sites.copy.players.order_by("pk").first(), by=ANNA, at=LATER)
    rulings.adjust(player.entries.get(), "warning", by=ANNA, at=LATER, reason="slow")
    before = written(sites.copy)
    for act in (sites.publish, lambda: preview(sites.copy, checked(sites.file()), sites.file())):
        with pytest.raises(errors.ErasedHere) as refusal:
            act()
        assert f"Player {here.pk} was erased on this site" in str(refusal.value)
        assert f"/players/{player.pk}/" in str(refusal.value)
    assert written(sites.copy)["ledger"] == before["ledger"]
    erase(player, by=ANNA, at=LATER)
    sites.publish()
    sites.check_same()
    here.refresh_from_db()
    assert here.name == f"Player {player.pk}"


@ON_SQLITE
def test_who_is_deleted_where_it_runs_leaves_no_name_here(sites, tournament):
    (entry,) = make_entries(tournament, 1)
    player, name = entry.player, entry.player.name
    ledger.record(sites.event, Verb.ADD_PLAYER, player, by=ANNA, at=LATER)
    sites.publish()
    assert names_in_ledger(sites.copy, name)
    entry.delete()
    delete_player(player, by=ANNA, at=LATER)
    assert sites.publish()["players gone"] == 1
    sites.check_same()
    assert not names_in_ledger(sites.copy, name)


@ON_SQLITE
def test_an_older_file_is_refused_with_both_times(sites):
    older = sites.file()
    sites.publish()
    older["exported_at"] = (sites.at - timedelta(minutes=5)).isoformat()
    with pytest.raises(errors.OlderFile) as refusal:
        update_event(sites.copy, older, by=ANNA, at=LATER)
    assert "2026-11-21" in str(refusal.value)
    assert str(refusal.value).count(":") >= 4


@ON_SQLITE
def test_a_file_of_another_laptop_is_refused_with_both_names(sites):
    other = sites.file(source={"uid": str(UUID(int=8)), "name": "second laptop"})
    with pytest.raises(errors.FromAnotherSite) as refusal:
        update_event(sites.copy, other, by=ANNA, at=LATER)
    assert "laptop of the club" in str(refusal.value)
    assert "second laptop" in str(refusal.value)


@ON_SQLITE
def test_an_event_that_was_set_up_here_is_updated_by_no_file(sites):
    with pytest.raises(errors.MadeHere):
        update_event(sites.event, sites.file(), by=ANNA, at=LATER)


@ON_SQLITE
def test_a_file_that_does_not_say_who_wrote_it_updates_nothing(sites):
    data = sites.file()
    del data["source"]
    with pytest.raises(errors.WithoutSource):
        update_event(sites.copy, data, by=ANNA, at=LATER)


@ON_SQLITE
def test_a_preview_of_what_is_different_by_now_is_refused(sites):
    Room.objects.create(event=sites.event, name="Room B", position=2)
    sites.at += minutes(1)
    with pytest.raises(ChangedSinceSeen):
        update_event(sites.copy, sites.file(), by=ANNA, at=LATER, seen=digest({}))
    assert not sites.copy.rooms.filter(name="Room B").exists()


@ON_SQLITE
def test_a_broken_file_changes_nothing(sites, tournament):
    make_entries(tournament, 1)
    sites.at += minutes(1)
    data = sites.file()
    data["seats"][0]["entry_id"] = 987_654
    with pytest.raises(NotAnEventFile):
        update_event(sites.copy, data, by=ANNA, at=LATER)
    assert sites.copy.players.count() == 4
