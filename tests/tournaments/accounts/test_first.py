"""The first account is made in the browser, with a code that only the terminal shows."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import time_machine
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client

from tests.selecting import ON_SQLITE
from tests.tournaments.accounts.people import NOON, PASSWORD, browser, is_signed_in, send
from tournaments.accounts import errors
from tournaments.accounts.first import services
from tournaments.models import Attempt, FirstAccount, User
from tournaments.models.demo import DEMO_CONDUCTOR
from tournaments.rate_limit.rules import FIRST_CODES, FREE

PAGE = "/first-account/"
OLGA = {
    "name": "Olga Owner",
    "email": "Olga@example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


def printed(capsys) -> str:
    call_command("first_account", "--site", "http://127.0.0.1:8000/")
    return capsys.readouterr().out


@pytest.fixture
def noon():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.mark.django_db
class TestAnEmptySite:
    # Of six who send the code at once, below, one gets the account on each database.
    @ON_SQLITE
    def test_says_so_and_lets_the_one_with_the_code_in(self, capsys):
        person = browser()
        home = person.get("/")
        assert "This site is empty" in home.text
        assert f'href="{PAGE}"' in home.text

        address, code = printed(capsys).split("\n")[:2]
        assert address == f"Create the first account at http://127.0.0.1:8000{PAGE}"
        answer = send(person, PAGE, code=code.split()[-1], **OLGA)

        assert answer.headers["Location"] == "/events/new/"
        assert is_signed_in(person)
        olga = User.objects.get()
        assert (olga.email, olga.is_superuser) == ("olga@example.org", True)
        assert FirstAccount.objects.get().user == olga
        assert not Attempt.objects.exists()

    @ON_SQLITE
    def test_takes_the_code_as_people_type_it(self):
        typed = services.code().lower().replace("-", " ").replace("o", "0").replace("i", "1")
        send(browser(), PAGE, code=typed, **OLGA)
        assert User.objects.exists()

    @ON_SQLITE
    def test_refuses_a_wrong_code_and_makes_no_account(self):
        answer = send(browser(), PAGE, code="AAAAA-AAAAA", **OLGA)
        assert "That is not the code the terminal shows." in answer.text
        assert not User.objects.exists()

    @ON_SQLITE
    def test_costs_few_queries(self, django_assert_max_num_queries):
        # Events, how many are coming and past; accounts, and whether one was made.
        with django_assert_max_num_queries(5):
            Client().get("/")
        with django_assert_max_num_queries(3):
            Client().get(PAGE)

    def test_of_the_demo_alone_is_empty_too(self):
        User.objects.create_user(DEMO_CONDUCTOR, PASSWORD)
        assert Client().get(PAGE).status_code == 200
        assert f'href="{PAGE}"' in Client().get("/sign-in/").text


@pytest.mark.django_db
class TestTheCodeDies:
    def gone(self, capsys) -> bool:
        client = Client()
        answer = client.post(PAGE, {"code": services.code(), **OLGA})
        led_away = [answer.headers.get("Location"), client.get(PAGE).headers.get("Location")]
        is_offered = any(PAGE in client.get(page).text for page in ("/", "/sign-in/"))
        return led_away == ["/sign-in/"] * 2 and not is_offered and "code" not in printed(capsys)

    @ON_SQLITE
    def test_and_the_command_says_where_to_sign_in_instead(self, capsys):
        User.objects.create_superuser("root@example.org", PASSWORD)
        assert "already: sign in at http://127.0.0.1:8000/sign-in/" in printed(capsys)
        call_command("first_account", verbosity=0)
        assert capsys.readouterr().out == ""

    # That there is one row at most is refused by each database, below.
    @ON_SQLITE
    def test_with_the_first_account_even_if_that_is_removed(self, capsys):
        send(browser(), PAGE, code=services.code(), **OLGA)
        assert self.gone(capsys)
        User.objects.all().delete()
        assert self.gone(capsys)
        assert not User.objects.exists()

    @ON_SQLITE
    def test_with_an_account_made_in_the_terminal(self, capsys):
        User.objects.create_superuser("root@example.org", PASSWORD)
        assert self.gone(capsys)
        assert User.objects.count() == 1

    def test_with_the_one_row_that_the_database_allows(self):
        FirstAccount.objects.create(made_at=NOON)
        with pytest.raises(IntegrityError), transaction.atomic():
            FirstAccount.objects.create(pk=2, made_at=NOON)


@pytest.mark.django_db
class TestWrongCodes:
    def wrong(self, client):
        return client.post(PAGE, {"code": "AAAAA-AAAAA", **OLGA})

    # Attempts are counted on PostgreSQL by devices/test_concurrency.py.
    @ON_SQLITE
    def test_on_one_device_has_to_wait(self, noon):
        client = Client()
        client.get(PAGE)
        for _each in range(FREE):
            assert self.wrong(client).status_code == 422
        answer = client.post(PAGE, {"code": services.code(), **OLGA})
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
        assert "Too many wrong codes" in answer.text
        noon.shift(61)
        assert client.post(PAGE, {"code": services.code(), **OLGA}).status_code == 302

    @ON_SQLITE
    def test_on_many_devices_of_one_network_has_to_wait(self, noon):
        self.wrong(Client())
        row = Attempt.objects.get()
        Attempt.objects.bulk_create(
            Attempt(kind=row.kind, network=row.network, at=row.at) for _ in range(FIRST_CODES - 1)
        )
        assert self.wrong(Client()).status_code == 429
        elsewhere = Client(REMOTE_ADDR="198.51.100.9")
        assert self.wrong(elsewhere).status_code == 422


@pytest.mark.django_db(transaction=True)
def test_of_six_who_send_the_code_at_once_one_gets_the_account():
    start = Barrier(6)

    def sender(number):
        start.wait()
        try:
            services.make(User(email=f"{number}@example.org"), at=NOON)
        except errors.FirstAccountExists:
            return "refused"
        else:
            return "in"
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert Counter(pool.map(sender, range(6))) == {"in": 1, "refused": 5}
    assert User.objects.count() == 1
