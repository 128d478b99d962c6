"""People with accounts, their apps, and their browsers, for the tests of accounts."""

from datetime import UTC, datetime
from uuid import uuid4

import pyotp
from django.test import Client
from django.utils.crypto import get_random_string

from tests.builders import make_conductor
from tournaments.access.device_cookies import DEVICE_COOKIE, signed_device
from tournaments.accounts.two_step import rules, services
from tournaments.models import User

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
PASSWORD = "a long password"
CSRF_COOKIE = "csrftoken"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)


class App:
    """An authenticator app that has the secret of an account."""

    def __init__(self, secret: str):
        self._totp = pyotp.TOTP(secret)

    def code(self, at: datetime) -> str:
        return self._totp.at(at)

    def wrong_code(self, at: datetime) -> str:
        """Six figures that are not the code of any moment about now."""
        seconds = (-60, -30, 0, 30, 60)
        right = {self._totp.at(int(at.timestamp()) + offset) for offset in seconds}
        return next(code for code in map("{:06}".format, range(10)) if code not in right)


def with_two_step(user: User, *, at: datetime) -> tuple[App, list[str]]:
    """Switch two-step sign-in on for ``user``: their app, and their recovery codes."""
    secret = rules.new_secret()
    app = App(secret)
    return app, services.switch_on(user, secret, app.code(at), at=at)


def browser(user_agent: str = FIREFOX) -> Client:
    """A browser whose forms are refused without the token of the page."""
    return Client(enforce_csrf_checks=True, headers={"user-agent": user_agent})


def send(client: Client, address: str, *, at: str = "", **fields):
    """Send the form of the page at ``address``, or the form on it that goes to ``at``."""
    page = client.get(address)
    fields["csrfmiddlewaretoken"] = page.context["csrf_token"]
    return client.post(at or address, fields)


def sign_in(client: Client, user: User, *, password: str = PASSWORD, **fields):
    """The first step: e-mail address and password, on a page that has given its cookies."""
    if CSRF_COOKIE not in client.cookies:
        client.cookies[CSRF_COOKIE] = get_random_string(32)
    if DEVICE_COOKIE not in client.cookies:
        client.cookies[DEVICE_COOKIE] = signed_device(uuid4().hex)
    token = client.cookies[CSRF_COOKIE].value
    sent = {"username": user.email, "password": password, "csrfmiddlewaretoken": token}
    return client.post("/sign-in/", sent | fields)


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def conductor(event, email="clara@example.org") -> User:
    return make_conductor(event, email)
