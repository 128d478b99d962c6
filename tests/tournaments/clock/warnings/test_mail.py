"""Warnings by e-mail, for the conductors who want them."""

from copy import deepcopy
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
from tests.clocks import change_clock
from tournaments.clock import services
from tournaments.clock.warnings import mail
from tournaments.clock.warnings import services as firing
from tournaments.models import ClockWarning, Staff
from tournaments.results.ruling.annulling import annul_round


@pytest.fixture(scope="module")
def started_once(module_database):
    tournament = make_tournament(make_event(time_zone="Europe/Paris"))
    tables = [make_entries(tournament, 4) for _ in range(2)]
    made = make_round(tournament, tables, started_at=None)
    return services.start_slot(made, by=ANNA, at=NOON)


@pytest.fixture
def round_(started_once):
    return deepcopy(started_once)


def at(count):
    return NOON + minutes(count)


# Workers at once: notifications/mail/test_many_workers.py, on each database.
@pytest.mark.long("postgresql")
@pytest.mark.django_db
class TestLetters:
    @pytest.fixture(autouse=True)
    def _conductor(self, round_):
        make_conductor(round_.tournament.event)

    def ask_for_them(self):
        Staff.objects.update(mail_warnings=True)

    def test_go_to_conductors_who_want_them_in_the_event_s_time(self, round_):
        self.ask_for_them()
        firing.fire_due_warnings(now=at(90))
        assert mail.mail_fired_warnings(now=at(90)) == 1
        (letter,) = outbox.outbox
        assert letter.to == ["conductor@example.org"]
        assert letter.body == "14:30  Express Open, Round 1: time is running out"

    def test_go_to_nobody_else(self, round_):
        firing.fire_due_warnings(now=at(90))
        assert mail.mail_fired_warnings(now=at(90)) == 0
        assert outbox.outbox == []

    def test_an_address_that_no_letter_can_have_keeps_nobody_waiting(self, round_):
        make_conductor(round_.tournament.event, f"guest@{'ü' * 62}.org")
        self.ask_for_them()
        firing.fire_due_warnings(now=at(90))
        assert mail.mail_fired_warnings(now=at(90)) == 1

    def test_go_out_once_and_many_warnings_in_one(self, round_):
        self.ask_for_them()
        firing.fire_due_warnings(now=at(111))
        mail.mail_fired_warnings(now=at(111))
        mail.mail_fired_warnings(now=at(111))
        assert [letter.body.count("\n") for letter in outbox.outbox] == [2]

    def test_that_are_old_stay_at_home(self, round_):
        self.ask_for_them()
        firing.fire_due_warnings(now=at(90))
        assert mail.mail_fired_warnings(now=at(101)) == 0

    def test_whose_moment_moved_before_they_went_out_stay_at_home(self, round_):
        self.ask_for_them()
        firing.fire_due_warnings(now=at(90))
        change_clock(round_, "extra", amount=minutes(15), by=ANNA, at=at(91), reason="a late start")
        assert mail.mail_fired_warnings(now=at(92)) == 0
        firing.fire_due_warnings(now=at(105))
        assert mail.mail_fired_warnings(now=at(105)) == 1
        assert [letter.body[:5] for letter in outbox.outbox] == ["14:45"]

    def test_of_a_round_that_is_over_stay_at_home(self, round_):
        self.ask_for_them()
        firing.fire_due_warnings(now=at(90))
        annul_round(round_, by=ANNA, at=at(91), reason="a fire alarm")
        assert mail.mail_fired_warnings(now=at(92)) == 0

    def test_that_the_server_did_not_take_are_sent_again(self, round_, settings):
        self.ask_for_them()
        firing.fire_due_warnings(now=at(90))
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
