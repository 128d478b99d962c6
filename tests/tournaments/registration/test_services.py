"""Players register, are checked in, drop and come back."""

import pytest
from django.conf import settings

from tests.builders import ANNA, NOON, make_entries, make_event, make_tournament, minutes
from tests.selecting import ON_SQLITE
from tests.tournaments.registration.pages import statuses
from tournaments.errors import RowGone
from tournaments.lock_order import Held
from tournaments.models import Entry, LedgerEntry, Player, Tournament
from tournaments.registration import errors, services
from tournaments.registration.bulk_entry import enter_many
from tournaments.registration.roster_import import import_roster

# Where a test is left to SQLite, Python decides: the others store such rows on each database, and
# test_concurrency.py enters people in each way on PostgreSQL.
pytestmark = pytest.mark.django_db


def register(tournament, name="Ada Lindqvist", **fields) -> Player:
    return services.register(tournament.event, [tournament], name=name, by=ANNA, at=NOON, **fields)


def verbs(event) -> list[str]:
    return [entry.verb for entry in LedgerEntry.objects.filter(event=event).order_by("id")]


def test_a_person_who_registers_is_on_the_roster_and_entered(tournament):
    player = register(tournament, handle="@ada", home_town=" Uppsala ", email="ada@example.org")

    assert (player.name, player.handle, player.home_town) == ("Ada Lindqvist", "ada", "Uppsala")
    entry = player.entries.get()
    assert (entry.status, entry.entered_at, entry.status_at) == ("entered", NOON, NOON)
    assert verbs(tournament.event) == ["add player", "enter"]


def test_registering_twice_makes_one_player_one_entry_and_one_ledger_entry(tournament):
    first = register(tournament, handle="ada")
    second = register(tournament, handle="ada")

    assert first == second
    assert statuses(tournament) == {"Ada Lindqvist": "entered"}
    assert verbs(tournament.event) == ["add player", "enter"]


@ON_SQLITE
def test_registering_for_a_second_tournament_keeps_the_first(tournament):
    other = make_tournament(tournament.event, name="Evening Express")
    player = register(tournament)
    services.register(
        tournament.event,
        [tournament, other],
        name=player.name,
        said=player.pk,
        by=ANNA,
        at=NOON + minutes(5),
    )

    assert Player.objects.count() == 1
    assert player.entries.order_by("entered_at").values_list("tournament__name", flat=True)[1] == (
        "Evening Express"
    )


@ON_SQLITE
def test_registering_again_adds_what_is_new_and_replaces_nothing(tournament):
    register(tournament, email="ada@example.org", household="Lindqvist", home_town="Uppsala")
    player = register(tournament, home_town="Uppsala", notes="I am someone else")

    assert (player.email, player.household, player.notes) == (
        "ada@example.org",
        "Lindqvist",
        "I am someone else",
    )


@ON_SQLITE
def test_registering_again_keeps_a_check_in(tournament):
    entry = register(tournament).entries.get()
    services.check_in(entry, by=ANNA, at=NOON)
    register(tournament, said=entry.player_id)

    assert statuses(tournament) == {"Ada Lindqvist": "checked_in"}


@ON_SQLITE
def test_registering_again_does_not_reinstate(tournament):
    entry = register(tournament).entries.get()
    services.drop(entry, by=ANNA, at=NOON)
    register(tournament, said=entry.player_id)

    assert statuses(tournament) == {"Ada Lindqvist": "dropped"}


@ON_SQLITE
def test_people_may_register_while_the_tournament_runs(tournament):
    Tournament.objects.update(status=Tournament.Status.RUNNING)
    tournament.refresh_from_db()
    register(tournament)

    assert statuses(tournament) == {"Ada Lindqvist": "entered"}


@ON_SQLITE
def test_nobody_enters_or_leaves_a_finished_tournament(tournament):
    [entry] = make_entries(tournament, 1, status=Entry.Status.ENTERED)
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    tournament.refresh_from_db()

    with pytest.raises(errors.TournamentFinished, match="“Express Open” is finished"):
        register(tournament)
    for verb in (services.check_in, services.drop, services.reinstate, services.undo_check_in):
        with pytest.raises(errors.TournamentFinished):
            verb(entry, by=ANNA, at=NOON)
    assert services.check_in_many([entry], by=ANNA, at=NOON) == 0
    assert statuses(tournament) == {"Player 001": "entered"}
    assert not Player.objects.filter(name="Ada Lindqvist").exists()


@ON_SQLITE
def test_registering_needs_a_tournament_of_this_event(tournament):
    elsewhere = make_tournament(make_event("Summer Meet"))

    with pytest.raises(errors.NoTournamentChosen):
        services.register(tournament.event, [], name="Ada", by=ANNA, at=NOON)
    with pytest.raises(errors.TournamentOfAnotherEvent):
        services.register(tournament.event, [elsewhere], name="Ada", by=ANNA, at=NOON)
    assert not Player.objects.exists()


@ON_SQLITE
def test_a_bad_field_is_refused_by_name(tournament):
    with pytest.raises(errors.NoEmail, match="“ada at home” is not an e-mail address") as refusal:
        register(tournament, email="ada at home")
    assert refusal.value.field == "email"


def test_one_handle_is_never_given_to_two_people(tournament):
    register(tournament, "Alexander Meyer", handle="alex")

    with pytest.raises(errors.HandleTaken, match="uses the handle “Alex”"):
        register(tournament, "Alexandra Kohl", handle="Alex")


@ON_SQLITE
def test_the_same_person_at_two_events_is_two_players(tournament):
    other = make_tournament(make_event("Summer Meet"))
    assert register(tournament) != register(other)


@ON_SQLITE
def test_a_walk_in_is_entered_and_checked_in(tournament):
    services.walk_in(tournament.event, [tournament], name="Bob", by=ANNA, at=NOON)

    assert statuses(tournament) == {"Bob": "checked_in"}


@ON_SQLITE
def test_a_walk_in_who_was_entered_or_dropped_is_checked_in(tournament):
    entered = register(tournament, "Ada").entries.get()
    services.drop(register(tournament, "Bob").entries.get(), by=ANNA, at=NOON)
    later = NOON + minutes(3)
    for player in Player.objects.all():
        services.walk_in(
            tournament.event, [tournament], name=player.name, said=player.pk, by=ANNA, at=later
        )

    assert statuses(tournament) == {"Ada": "checked_in", "Bob": "checked_in"}
    entered.refresh_from_db()
    assert (entered.entered_at, entered.status_at) == (NOON, NOON + minutes(3))


def test_checking_in_twice_is_recorded_once(tournament):
    entry = register(tournament).entries.get()
    services.check_in(entry, by=ANNA, at=NOON + minutes(1))
    again = services.check_in(entry, by=ANNA, at=NOON + minutes(2))

    assert (again.status, again.status_at) == ("checked_in", NOON + minutes(1))
    assert verbs(tournament.event) == ["add player", "enter", "check in"]


@ON_SQLITE
def test_a_check_in_can_be_undone(tournament):
    entry = register(tournament).entries.get()
    services.check_in(entry, by=ANNA, at=NOON)
    assert services.undo_check_in(entry, by=ANNA, at=NOON).status == "entered"


@ON_SQLITE
def test_a_dropped_player_must_be_reinstated_before_check_in(tournament):
    entry = register(tournament).entries.get()
    services.drop(entry, by=ANNA, at=NOON, reason="has to catch a train")

    with pytest.raises(errors.Dropped, match="Ada Lindqvist has dropped out of “Express Open”"):
        services.check_in(entry, by=ANNA, at=NOON)
    assert services.reinstate(entry, by=ANNA, at=NOON).status == "checked_in"


@ON_SQLITE
def test_reinstating_a_player_who_did_not_drop_changes_nothing(tournament):
    entry = register(tournament).entries.get()
    assert services.reinstate(entry, by=ANNA, at=NOON).status == "entered"


@ON_SQLITE
def test_a_drop_is_recorded_with_its_reason_and_the_status_before(tournament):
    entry = register(tournament).entries.get()
    services.drop(entry, by=ANNA, at=NOON, reason="has to catch a train")

    act = LedgerEntry.objects.filter(verb="drop").get()
    assert (act.subject, act.actor) == ("Ada Lindqvist", "Anna")
    assert act.before == {"tournament": "express-open", "status": "entered"}
    assert act.after == {
        "tournament": "express-open",
        "status": "dropped",
        "reason": "has to catch a train",
    }


@ON_SQLITE
def test_many_are_checked_in_with_a_few_queries(tournament, django_assert_max_num_queries):
    entries = make_entries(tournament, 60, status=Entry.Status.ENTERED)
    services.drop(entries[0], by=ANNA, at=NOON)

    with django_assert_max_num_queries(5):
        assert services.check_in_many(entries, by=ANNA, at=NOON) == 59
    assert list(statuses(tournament).values()).count("checked_in") == 59
    assert services.check_in_many(entries, by=ANNA, at=NOON) == 0


@ON_SQLITE
def test_editing_a_player_makes_a_new_identity(tournament):
    player = register(tournament, "Ada Linqvist")
    services.edit_player(player, name="Ada Lindqvist", handle="ada", by=ANNA, at=NOON)

    assert register(tournament, "Ada Lindqvist", handle="ADA") == player


def test_editing_cannot_merge_two_players(tournament):
    register(tournament, "Ada", handle="ada")
    other = register(tournament, "Bob")

    with pytest.raises(errors.AlreadyOnTheRoster, match="is the same person: Ada") as refusal:
        services.edit_player(other, handle="ada", by=ANNA, at=NOON)
    assert refusal.value.field == "handle"


@ON_SQLITE
def test_the_ledger_never_learns_private_facts(tournament):
    private = {
        "email": "secret@example.org",
        "household": "Secret house",
        "notes": "Secret note",
    }
    player = register(tournament, **private)
    services.edit_player(player, email="other-secret@example.org", notes="", by=ANNA, at=NOON)

    written = str(list(LedgerEntry.objects.values_list("subject", "before", "after")))
    assert "private" in written
    assert "ecret" not in written


@ON_SQLITE
def test_each_change_is_published(tournament, django_capture_on_commit_callbacks):
    def published(act) -> int:
        with django_capture_on_commit_callbacks() as hooks:
            act()
        return sum(not isinstance(hook, Held) for hook in hooks)

    assert published(lambda: register(tournament))
    entry = tournament.entries.get()
    assert published(lambda: services.check_in(entry, by=ANNA, at=NOON)) == 1
    assert published(lambda: services.check_in(entry, by=ANNA, at=NOON)) == 0


# --- The importer ---------------------------------------------------------------------------------

ROSTER = settings.BASE_DIR / "tournaments" / "demo" / "roster.csv"


def load(tournament, data=None, **options):
    data = ROSTER.read_bytes() if data is None else data
    return import_roster(tournament.event, data, tournament=tournament, by=ANNA, at=NOON, **options)


# The demo roster has 43 records: 40 people, 1 of them a second time (line 26 repeats line 2),
# and 2 malformed ones (line 30 has no name, line 40 no e-mail address).
@ON_SQLITE
def test_the_demo_roster_has_forty_people_and_reports_its_invalid_lines(tournament):
    report = load(tournament)

    assert report.counts() == {
        "added": 40,
        "known": 0,
        "repeated": 1,
        "refused": 2,
        "entered": 40,
    }
    assert [(line.number, str(line.reasons[0])) for line in report.refused] == [
        (30, "The name is missing."),
        (40, "“patrick at example.org” is not an e-mail address."),
    ]
    assert [(line.number, line.same_as) for line in report.repeated] == [(26, 2)]
    assert Player.objects.filter(name="Seán O'Brien", household="O'Brien").count() == 1
    assert set(statuses(tournament).values()) == {"entered"}
    assert len(statuses(tournament)) == 40


def test_importing_the_same_file_again_adds_nobody_and_writes_nothing(tournament):
    load(tournament)
    acts = verbs(tournament.event)
    report = load(tournament)

    assert report.counts() == {"added": 0, "known": 40, "repeated": 1, "refused": 2, "entered": 0}
    assert Player.objects.count() == Entry.objects.count() == 40
    assert verbs(tournament.event) == acts == ["import roster"]


@ON_SQLITE
def test_a_dry_run_says_the_same_and_writes_nothing(tournament):
    dry = load(tournament, dry_run=True)

    assert not Player.objects.exists()
    assert not LedgerEntry.objects.exists()
    assert dry.counts() == load(tournament).counts()


@ON_SQLITE
def test_importing_for_a_second_tournament_enters_the_people_who_are_known(tournament):
    load(tournament)
    evening = make_tournament(tournament.event, name="Evening Express")
    report = load(evening)

    assert (len(report.added), report.entered) == (0, 40)
    assert evening.entries.count() == 40


def test_without_a_tournament_people_are_on_the_roster_and_nowhere_else(tournament):
    report = import_roster(tournament.event, b"name\nAda\n", by=ANNA, at=NOON)

    assert report.counts()["added"] == 1
    assert not Entry.objects.exists()


@ON_SQLITE
def test_importing_does_not_reinstate(tournament):
    load(tournament, b"name\nAda\n")
    services.drop(Entry.objects.get(), by=ANNA, at=NOON)
    load(tournament, b"name\nAda\n")

    assert statuses(tournament) == {"Ada": "dropped"}


@ON_SQLITE
@pytest.mark.parametrize("people", [200, pytest.param(800, marks=pytest.mark.long)])
def test_many_people_load_with_a_few_queries(tournament, people, django_assert_max_num_queries):
    data = "name\n" + "\n".join(f"Passenger {n}" for n in range(people))
    # SQLite takes 999 values at once: those of about 49 players, or of 124 who enter.
    with django_assert_max_num_queries(10 + people // 30):
        assert load(tournament, data.encode()).entered == people


def ways_to_enter(tournament):
    """Each way to enter somebody who is on the roster already."""
    event, who = tournament.event, {"by": ANNA, "at": NOON}
    player, _is_new = services.add_player(event, name="Ada Lindqvist", **who)
    about = {"name": "Ada Lindqvist", "said": player.pk}
    return {
        "enter": lambda: services.enter(player, tournament, **who),
        "register": lambda: services.register(event, [tournament], **about, **who),
        "walk in": lambda: services.walk_in(event, [tournament], **about, **who),
        "enter many": lambda: enter_many(tournament, [player.pk], check_in=False, **who),
        "import": lambda: import_roster(event, b"name\nAda", tournament=tournament, **who),
    }


@pytest.mark.parametrize("way", ["enter", "register", "walk in", "enter many", "import"])
def test_who_is_entered_as_the_tournament_is_deleted_is_refused(tournament, way):
    """It was there when the page was read; its rows are gone when the entry would be made."""
    acts = ways_to_enter(tournament)
    Tournament.objects.filter(pk=tournament.pk).delete()
    with pytest.raises(RowGone):
        acts[way]()


@ON_SQLITE
def test_nobody_is_entered_in_a_tournament_that_has_ended_since_the_page_was_read(tournament):
    acts = ways_to_enter(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(status="finished")
    for act in acts.values():
        with pytest.raises(errors.TournamentFinished):
            act()
    assert not Entry.objects.exists()
