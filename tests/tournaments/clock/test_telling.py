"""How the room and its conductors are told: notices of a table, letters, and signs of life."""

import json
from datetime import timedelta
from smtplib import SMTPException

import pytest
from django.core import mail as outbox

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tournaments.clock import changes, mail, services, watch
from tournaments.clock.queries import recent_notices
from tournaments.models import ClockWarning, Pulse, Staff


@pytest.fixture
def round_():
    tournament = make_tournament(make_event(time_zone="Europe/Paris"))
    tables = [make_entries(tournament, 4) for _ in range(2)]
    made = make_round(tournament, tables, started_at=None)
    return services.start_slot(made, by=ANNA, at=NOON)


def at(count):
    return NOON + minutes(count)


@pytest.mark.django_db
class TestTheNoticesOfATable:
    def kinds(self, round_, when, code=""):
        event = round_.tournament.event
        return [w.kind for w in recent_notices(event, now=at(when), code=code)]

    def test_are_those_of_its_round(self, round_):
        services.fire_due_warnings(now=at(101))
        code = round_.tables.first().code
        assert self.kinds(round_, 101, code) == ["cutoff", "early"]

    def test_are_its_own_where_its_clock_is_another(self, round_):
        one, other = round_.tables.order_by("number")
        changes.move_cutoff(one, minutes(5), by=ANNA, at=at(50), reason="slow")
        services.fire_due_warnings(now=at(101))
        assert self.kinds(round_, 101, one.code) == ["early"]
        assert self.kinds(round_, 101, other.code) == ["cutoff", "early"]
        services.fire_due_warnings(now=at(105))
        assert self.kinds(round_, 105, one.code) == ["cutoff", "early"]
        assert self.kinds(round_, 105) == ["cutoff", "early"]  # the room is not told of a table's


@pytest.mark.django_db
class TestLetters:
    @pytest.fixture(autouse=True)
    def _conductor(self, round_):
        make_conductor(round_.tournament.event)

    def ask_for_them(self):
        Staff.objects.update(mail_warnings=True)

    def test_go_to_conductors_who_want_them_in_the_event_s_time(self, round_):
        self.ask_for_them()
        services.fire_due_warnings(now=at(90))
        assert mail.mail_fired_warnings(now=at(90)) == 1
        (letter,) = outbox.outbox
        assert letter.to == ["conductor@example.org"]
        assert letter.body == "14:30  Express Open, Round 1: time is running"

    def test_go_to_nobody_else(self, round_):
        services.fire_due_warnings(now=at(90))
        assert mail.mail_fired_warnings(now=at(90)) == 0
        assert outbox.outbox == []

    def test_go_out_once_and_many_warnings_in_one(self, round_):
        self.ask_for_them()
        services.fire_due_warnings(now=at(111))
        mail.mail_fired_warnings(now=at(111))
        mail.mail_fired_warnings(now=at(111))
        assert [letter.body.count("\n") for letter in outbox.outbox] == [2]

    def test_that_are_old_stay_at_home(self, round_):
        self.ask_for_them()
        services.fire_due_warnings(now=at(90))
        assert mail.mail_fired_warnings(now=at(101)) == 0

    def test_that_the_server_did_not_take_are_sent_again(self, round_, settings):
        self.ask_for_them()
        services.fire_due_warnings(now=at(90))
        settings.EMAIL_BACKEND = f"{__name__}.Refusing"
        assert mail.mail_fired_warnings(now=at(90)) == 0
        assert ClockWarning.objects.exclude(mailed_at=None).count() == 0
        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        assert mail.mail_fired_warnings(now=at(91)) == 1


class Refusing:
    """A mail server that takes nothing."""

    def __init__(self, **options):
        pass

    def send_messages(self, letters):
        raise SMTPException("not today")


@pytest.mark.django_db
class TestTheWatch:
    def test_says_nothing_while_the_worker_is_at_work(self):
        watch.sign_of_life(now=NOON)
        assert watch.report(now=NOON + timedelta(seconds=10)) == watch.Report()

    def test_says_since_when_a_worker_is_silent(self):
        watch.sign_of_life(now=NOON)
        assert watch.report(now=NOON + timedelta(seconds=13)).silent_since == NOON

    def test_says_that_no_worker_was_seen(self):
        assert watch.report(now=NOON).never_seen

    def test_leaves_a_sign_only_now_and_then(self, django_assert_num_queries):
        watch.sign_of_life(now=NOON)
        with django_assert_num_queries(1):
            watch.sign_of_life(now=NOON + timedelta(seconds=1))
        watch.sign_of_life(now=NOON + timedelta(seconds=6))
        assert Pulse.objects.get().seen_at == NOON + timedelta(seconds=6)

    def test_a_sign_from_before_the_clock_was_set_back_is_put_right(self):
        watch.sign_of_life(now=NOON)
        watch.sign_of_life(now=NOON - minutes(60))
        assert Pulse.objects.get().seen_at == NOON - minutes(60)

    def test_reads_what_the_supervisor_started_again(self, settings, tmp_path):
        watch.sign_of_life(now=NOON)
        settings.INCIDENTS_FILE = tmp_path / "incidents.jsonl"
        lines = [
            '{"at": 1, "wh',
            json.dumps({"at": (NOON - minutes(20)).timestamp(), "what": "long ago"}),
            json.dumps({"at": NOON.timestamp(), "what": "beat was ended by SIGKILL"}),
        ]
        settings.INCIDENTS_FILE.write_text("\n".join(lines))
        assert watch.report(now=NOON).incidents == [(NOON, "beat was ended by SIGKILL")]

    def test_is_shown_on_the_conductor_s_pages(self, client, round_):
        client.force_login(make_conductor(round_.tournament.event))
        Pulse.objects.create(name=watch.WORKER, seen_at=NOON)
        for path in ("desk/", "clocks/", "watch/"):
            page = client.get(f"/e/winter-meet/{path}").content.decode()
            assert "The worker that gives the warnings was last seen at 13:00:00." in page


def test_a_step_of_the_server_s_clock_is_noticed_and_drift_is_not():
    detector = watch.StepDetector()
    assert detector.look(1_000.0, 10.0) == 0
    assert detector.look(1_001.0, 11.1) == 0
    assert round(detector.look(4_602.0, 12.1)) == 3600
    assert detector.look(4_603.0, 13.1) == 0
    assert round(detector.look(1_004.0, 14.1)) == -3600
