"""Two-step sign-in: switching it on, signing in with it, and what a password alone is worth."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client

from tests.builders import make_event
from tests.tournaments.accounts.people import (
    FIREFOX,
    NOON,
    App,
    browser,
    conductor,
    is_signed_in,
    send,
    sign_in,
    with_two_step,
)
from tournaments.access.phones import digest
from tournaments.accounts import errors
from tournaments.accounts.two_step import rules, services
from tournaments.devices.services import sign_in_token
from tournaments.models import Attempt, RecoveryCode, TwoStep
from tournaments.rate_limit.errors import TooManyAttempts
from tournaments.rate_limit.rules import CODES
from tournaments.rate_limit.visitors import Visitor

# Pages: see shows_pages in tests/selecting.py.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
STEP = timedelta(seconds=rules.STEP_SECONDS)
SOMEBODY = Visitor(device="a laptop", network="the hall", is_known=True)


def check(user, code, *, at, visitor=SOMEBODY):
    services.check_code(user, code, visitor=visitor, at=at)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def clara():
    return conductor(make_event())


def test_an_app_is_set_up_with_the_secret_on_the_page_and_its_first_code(clara):
    client = browser()
    sign_in(client, clara)
    page = client.get("/account/two-step/")
    assert 'class="qr"' in page.text
    assert page["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    key = re.search(r'id="secret">(.*?)</code>', page.text)[1]
    fours = re.findall(r"<span>([A-Z2-7]{4})</span>", key)
    assert len(fours) == 8
    app = App("".join(fours))
    wrong = send(client, "/account/two-step/", one_time_code=app.wrong_code(NOON))
    assert wrong.status_code == 422
    assert not TwoStep.objects.exists()
    page = send(client, "/account/two-step/", one_time_code=app.code(NOON))
    assert len(re.findall(r"<li><code>(?:[0-9a-f]{4}-){4}[0-9a-f]{4}</code></li>", page.text)) == 10
    assert TwoStep.objects.get().user == clara
    assert "on" in client.get("/account/").text


def test_the_password_alone_signs_nobody_in(clara, clock):
    app, _codes = with_two_step(clara, at=NOON)
    clock.shift(STEP)
    client = browser()
    answer = sign_in(client, clara)
    assert answer["Location"] == "/sign-in/code/"
    assert not is_signed_in(client)
    assert client.get("/account/").status_code == 302
    answer = send(client, "/sign-in/code/", one_time_code=app.code(NOON + STEP))
    assert answer["Location"] == "/"
    assert is_signed_in(client)


def test_a_link_alone_signs_nobody_in(clara, clock):
    app, _codes = with_two_step(clara, at=NOON)
    clock.shift(STEP)
    client = browser()
    answer = send(client, f"/sign-in/link/{sign_in_token(clara)}/")
    assert answer["Location"] == "/sign-in/code/"
    assert not is_signed_in(client)
    send(client, "/sign-in/code/", one_time_code=app.code(NOON + STEP))
    assert is_signed_in(client)


def test_after_the_code_the_page_is_shown_that_was_asked_for(clara, clock):
    app, _codes = with_two_step(clara, at=NOON)
    clock.shift(STEP)
    client = browser()
    wanted = {
        "username": clara.email,
        "password": "a long password",
        "next": "/e/winter-meet/desk/",
    }
    send(client, "/sign-in/", **wanted)
    answer = send(client, "/sign-in/code/", one_time_code=app.code(NOON + STEP))
    assert answer["Location"] == "/e/winter-meet/desk/"


def test_a_code_is_good_once(clara, clock):
    app, _codes = with_two_step(clara, at=NOON)
    with pytest.raises(errors.WrongCode):
        check(clara, app.code(NOON), at=NOON)  # it was used to switch it on
    later = NOON + STEP
    check(clara, app.code(later), at=later)
    for used in (later, NOON):
        with pytest.raises(errors.WrongCode):
            check(clara, app.code(used), at=later)


@pytest.mark.parametrize("steps", [-2, -1, 0, 1, 2])
def test_the_clock_of_a_phone_may_be_off_by_one_step(clara, steps):
    app, _codes = with_two_step(clara, at=NOON)
    now = NOON + 10 * STEP
    code = app.code(now + steps * STEP)
    if abs(steps) <= 1:
        check(clara, code, at=now)
    else:
        with pytest.raises(errors.WrongCode):
            check(clara, code, at=now)


def test_a_recovery_code_stands_in_for_the_app_once(clara):
    _app, codes = with_two_step(clara, at=NOON)
    client = browser()
    sign_in(client, clara)
    send(client, "/sign-in/code/", one_time_code=codes[3].upper().replace("-", " "))
    assert is_signed_in(client)
    other = browser()
    sign_in(other, clara)
    assert send(other, "/sign-in/code/", one_time_code=codes[3]).status_code == 422
    assert not is_signed_in(other)
    assert RecoveryCode.objects.filter(used_at=None).count() == 9
    assert clara.notices.filter(kind="code used").exists()


def test_no_recovery_code_is_stored(clara):
    _app, codes = with_two_step(clara, at=NOON)
    stored = set(RecoveryCode.objects.values_list("code_hash", flat=True))
    assert len(stored) == len(codes) == 10
    assert not stored & {form for code in codes for form in (code, rules.plain(code))}


def test_the_second_step_waits_for_ten_minutes(clara, clock):
    with_two_step(clara, at=NOON)
    client = browser()
    sign_in(client, clara)
    clock.shift(timedelta(minutes=11))
    assert client.get("/sign-in/code/")["Location"] == "/sign-in/"


def test_another_password_voids_a_first_step_that_waits(clara, clock):
    with_two_step(clara, at=NOON)
    client = browser()
    sign_in(client, clara)
    clara.set_password("another long password")
    clara.save()
    assert client.get("/sign-in/code/")["Location"] == "/sign-in/"


def test_nobody_gets_to_the_second_step_without_the_first(client):
    assert client.get("/sign-in/code/")["Location"] == "/sign-in/"
    assert client.post("/sign-in/code/", {"one_time_code": "123456"})["Location"] == "/sign-in/"


def test_switching_it_off_takes_a_code(clara, clock):
    app, _codes = with_two_step(clara, at=NOON)
    client = browser()
    client.force_login(clara)
    clock.shift(STEP)
    wrong = send(client, "/account/two-step/off/", one_time_code=app.wrong_code(NOON + STEP))
    assert wrong.status_code == 422
    assert services.is_on(clara)
    send(client, "/account/two-step/off/", one_time_code=app.code(NOON + STEP))
    assert not services.is_on(clara)
    assert not RecoveryCode.objects.exists()
    assert clara.notices.filter(kind="two-step off", facts={"by": "Clara Conductor"}).exists()


def test_new_recovery_codes_take_a_code_and_void_the_old_ones(clara, clock):
    app, old = with_two_step(clara, at=NOON)
    client = browser()
    client.force_login(clara)
    clock.shift(STEP)
    page = send(client, "/account/two-step/codes/", one_time_code=app.code(NOON + STEP))
    new = re.findall(r"<li><code>([0-9a-f-]{24})</code></li>", page.text)
    assert len(new) == 10
    with pytest.raises(errors.WrongCode):
        check(clara, old[0], at=NOON)
    check(clara, new[0], at=NOON)


@pytest.mark.parametrize("page", ["off", "codes"])
def test_what_needs_two_step_sign_in_leads_back_while_it_is_off(clara, page):
    client = browser(FIREFOX)
    client.force_login(clara)
    assert client.get(f"/account/two-step/{page}/")["Location"] == "/account/"


def test_it_is_switched_on_once(clara):
    with_two_step(clara, at=NOON)
    with pytest.raises(errors.TwoStepIsOn):
        with_two_step(clara, at=NOON)
    client = Client()
    client.force_login(clara)
    assert client.get("/account/two-step/")["Location"] == "/account/"


def test_the_operator_switches_it_off_for_who_has_lost_everything(clara, capsys):
    with_two_step(clara, at=NOON)
    call_command("reset_two_step", "Clara@example.org")
    assert not services.is_on(clara)
    assert clara.notices.get(kind="two-step off").facts == {"by": "the operator of this site"}
    for address in ("clara@example.org", "nobody@example.org"):
        with pytest.raises(CommandError):
            call_command("reset_two_step", address)


# --- Guessing -------------------------------------------------------------------------------------


def guess(user, app, count, visitor, at):
    """Try wrong codes; the refusals say how many were not looked at."""
    refused = 0
    for _ in range(count):
        try:
            check(user, app.wrong_code(at), at=at, visitor=visitor)
        except errors.WrongCode:
            pass
        except TooManyAttempts:
            refused += 1
    return refused


def test_a_device_waits_after_six_wrong_codes(clara, clock):
    app, _codes = with_two_step(clara, at=NOON)
    clock.shift(STEP)
    client = browser()
    sign_in(client, clara)
    wrong = app.wrong_code(NOON + STEP)
    pages = [send(client, "/sign-in/code/", one_time_code=wrong) for _ in range(7)]
    assert [page.status_code for page in pages] == [422] * 6 + [429]
    assert "Too many wrong codes on this device. Try again in 1 minute, or" in pages[-1].text
    assert pages[-1]["Retry-After"] == "60"
    clock.shift(timedelta(minutes=1))
    send(client, "/sign-in/code/", one_time_code=app.code(NOON + STEP + timedelta(minutes=1)))
    assert is_signed_in(client)


def test_a_thief_of_the_password_has_a_hundred_codes_an_hour_on_any_number_of_devices(clara):
    app, codes = with_two_step(clara, at=NOON)
    later = NOON + 10 * STEP
    thieves = [Visitor(f"device {n}", f"network {n}", is_known=n % 2 > 0) for n in range(30)]
    refused = sum(guess(clara, app, 5, thief, later) for thief in thieves)
    assert refused == 5 * len(thieves) - CODES
    with pytest.raises(TooManyAttempts):
        check(clara, app.code(later), at=later)
    # Whom the account knows is not refused for it: by the device, or by a recovery code.
    own = Visitor("her laptop", "the hall", is_known=True, accounts=frozenset({clara.pk}))
    check(clara, app.code(later), at=later, visitor=own)
    check(clara, codes[0], at=later)
    an_hour_later = later + timedelta(hours=1, seconds=1)
    check(clara, app.code(an_hour_later), at=an_hour_later)


def test_all_wrong_codes_of_a_day_are_less_than_one_in_a_hundred():
    """At most so many codes a day; three codes of a million are right at any moment."""
    assert CODES * 24 * len(rules.STEPS_AROUND) / 10**rules.DIGITS < 0.01


def test_a_right_code_leaves_no_attempt(clara):
    app, _codes = with_two_step(clara, at=NOON)
    later = NOON + 10 * STEP
    check(clara, app.code(later), at=later)
    assert not Attempt.objects.exists()


# --- A form that is sent twice --------------------------------------------------------------------


def shown(page):
    return re.findall(r"<li><code>([0-9a-f-]+)</code></li>", page.text)


def hold(codes):
    stored = set(RecoveryCode.objects.filter(used_at=None).values_list("code_hash", flat=True))
    return {digest(rules.plain(code)) for code in codes} == stored


def test_the_form_that_switches_it_on_shows_the_same_codes_when_it_is_sent_twice(clara, clock):
    client = browser()
    sign_in(client, clara)
    page = client.get("/account/two-step/")
    sent = {"csrfmiddlewaretoken": page.context["csrf_token"]}
    sent["one_time_code"] = App(client.session["two_step_secret"]).code(NOON)
    first, second = (client.post("/account/two-step/", sent) for _time in range(2))
    assert len(shown(first)) == 10
    assert shown(first) == shown(second)
    assert hold(shown(second))
    clock.shift(timedelta(minutes=2))
    assert client.post("/account/two-step/", sent)["Location"] == "/account/"


@pytest.mark.parametrize("kind", ["app", "recovery"])
def test_the_form_for_new_codes_shows_the_same_ones_when_it_is_sent_twice(clara, clock, kind):
    app, old = with_two_step(clara, at=NOON)
    client = browser()
    client.force_login(clara)
    clock.shift(timedelta(minutes=10))
    sent = {"one_time_code": app.code(NOON + timedelta(minutes=10)) if kind == "app" else old[0]}
    page = client.get("/account/two-step/codes/")
    sent["csrfmiddlewaretoken"] = page.context["csrf_token"]
    first, second = (client.post("/account/two-step/codes/", sent) for _time in range(2))
    assert len(shown(first)) == 10
    assert shown(first) == shown(second)
    assert hold(shown(second))
    assert not set(old) & set(shown(second))
    clock.shift(timedelta(minutes=2))
    assert client.post("/account/two-step/codes/", sent).status_code == 422


def test_another_code_shows_nothing_of_the_codes_that_were_drawn(clara):
    with_two_step(clara, at=NOON)
    for code in ("123456", "0000-0000-0000-0000-0000"):
        assert services.drawn_just_now(clara, code, visitor=SOMEBODY, at=NOON) == []
