"""The demo plays through the same services as people do, here with the time passed in."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from games.catalogue import games
from tests.builders import NOON
from tournaments.demo import rules, services
from tournaments.models import Entry, Event, Player, Round, ScoreSheet, Table, Tournament, User
from tournaments.models.demo import DEMO_CONDUCTOR
from tournaments.results.overtime.services import end_tables_out_of_time
from tournaments.standings.computing import services as standings

# The demo plays by the services of the site, which have tests of their own on both databases.
pytestmark = [pytest.mark.django_db, pytest.mark.once]

SECOND = timedelta(seconds=1)
#: As short as a slot may be at the demo's speed, so that its games are soon over.
SLOT = timedelta(seconds=90)
Status = ScoreSheet.Status


@pytest.fixture
def _few_people(monkeypatch, tmp_path):
    """A demo of 16 people: more of them play the same way, at more tables."""
    few = tmp_path / "roster.csv"
    few.write_bytes(b"".join(services.ROSTER.read_bytes().splitlines(keepends=True)[:17]))
    monkeypatch.setattr(services, "ROSTER", few)


@pytest.fixture
def demo(_few_people):
    return services.create_demo(speed=120, password="a password", at=NOON)


def let_time_pass(start, seconds, *, each=2):
    """Do the work of beat, ``each`` few seconds. Returns the last moment."""
    now = start
    while now < start + seconds * SECOND:
        now += each * SECOND
        services.step(now=now)
        end_tables_out_of_time(now=now)
        for tournament_id in standings.stale(at=now):
            standings.refresh(tournament_id, at=now)
    return now


def test_a_demo_has_a_conductor_and_its_people_whose_first_round_runs_in_two_rooms():
    services.create_demo(speed=120, password="a password", at=NOON)
    assert User.objects.get(email=DEMO_CONDUCTOR).check_password("a password")
    assert Player.objects.count() == 40
    assert set(Entry.objects.values_list("status", flat=True)) == {Entry.Status.CHECKED_IN}
    assert Round.objects.get().status == Round.Status.RUNNING
    assert ScoreSheet.objects.count() == Table.objects.count() == 10
    rooms = Table.objects.values_list("hall_table__room__name", flat=True)
    assert set(rooms) == {"Main hall", "Side room"}


def test_a_demo_plays_a_tournament_to_its_champion_and_opens_the_next(demo):
    now = let_time_pass(NOON, 300, each=10)
    first = Tournament.objects.order_by("pk").first()
    assert first.status == Tournament.Status.FINISHED
    assert first.champion is not None
    assert list(first.rounds.values_list("kind", flat=True).order_by("number")) == [
        Round.Kind.PRELIMINARY,
        Round.Kind.PRELIMINARY,
        Round.Kind.FINAL,
    ]
    let_time_pass(now, 40, each=10)
    assert Tournament.objects.count() == 2
    sheets = ScoreSheet.objects.select_related("table__round")
    assert sheets
    assert all(sheet.dealt_at <= sheet.table.round.cutoff_at for sheet in sheets)


def test_the_players_of_a_paused_demo_do_nothing(demo):
    services.change_demo(demo, paused=True)
    let_time_pass(NOON, 10, each=10)
    assert not ScoreSheet.objects.filter(status=ScoreSheet.Status.REPORTED).exists()


def test_a_removed_demo_leaves_nothing_and_takes_nothing_else(demo):
    other = Event.objects.create(
        name="Real", slug="real", starts_on=NOON.date(), ends_on=NOON.date()
    )
    let_time_pass(NOON, 10, each=10)
    services.remove_demo()
    assert list(Event.objects.all()) == [other]
    assert not ScoreSheet.objects.exists()


def test_hands_of_the_demo_are_the_same_each_time():
    once = rules.points("AB12CD", 3, [1, 2, 3, 4], ended_early=False)
    again = rules.points("AB12CD", 3, [1, 2, 3, 4], ended_early=False)
    assert once == again
    assert once.went_out in once.points


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(set(games()) - {"express"}))
def test_a_demo_plays_any_game_of_the_site(game):
    slot = games()[game].timing.slot
    services.create_demo(speed=slot // SLOT, password="a password", at=NOON, game=game)
    tournament = Tournament.objects.get()
    assert (tournament.game, tournament.name) == (game, f"{tournament.info.name} Open")
    played = ScoreSheet.objects.filter(table__round__number=1)
    assert played.count() == Table.objects.filter(round__number=1).count() > 5
    let_time_pass(NOON, rules.LONGEST_GAME * SLOT // SECOND + 2, each=6)
    assert set(played.values_list("status", flat=True)) <= {Status.REPORTED, Status.CONFIRMED}
    for sheet in played.select_related("table__round__tournament"):
        game_sheet = sheet.table.round.tournament.setup.sheet
        assert game_sheet.clean(sheet.data, sheet.lines.count()) == []


def test_a_speed_at_which_a_slot_is_no_slot_is_refused_in_a_sentence():
    with pytest.raises(CommandError, match="A slot must last between 1 minute and 24 hours"):
        call_command("demo", game="metro_x", speed=120)
    assert not Event.objects.exists()


def test_a_password_that_cannot_be_kept_is_said_in_a_sentence(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "not there"
    with pytest.raises(CommandError, match="Set ROUNDHOUSE_VAR to a folder"):
        call_command("demo")
    assert not Event.objects.exists()


@pytest.mark.usefixtures("_few_people")
def test_a_demo_is_made_while_the_beat_of_a_running_site_plays_it_too(monkeypatch):
    publish = services.publish_round

    def beaten(round_, **by):
        publish(round_, **by)  # the beat was quicker
        return publish(round_, **by)

    monkeypatch.setattr(services, "publish_round", beaten)
    services.create_demo(speed=120, password="a password", at=NOON)
    assert Round.objects.get().status == Round.Status.RUNNING
