"""Visitors of each role, and what their requests are answered and write."""

import re
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.test.client import ClientHandler
from django.urls import get_resolver, reverse
from django.utils import timezone

from tests.builders import phone_of
from tests.routes.expect import PHONE, PLAYERS, READING_TOKEN, ROLES, TO_SIGN_IN, TOKEN, Route
from tests.routes.rows import ROUTES
from tournaments.api.errors import not_found
from tournaments.api.tokens import SCOPES, make_token
from tournaments.models import ApiToken, User

EVERYBODY = (*ROLES, PHONE, TOKEN, READING_TOKEN)
EMAILS = {
    "conductor": "clara@example.org",
    "scorekeeper": "saskia@example.org",
    "conductor of another event": "ines@example.org",
    "owner": "olga@example.org",
    "superuser": "root@example.org",
}
WRITES = re.compile(
    r'(INSERT (?:OR IGNORE )?INTO|UPDATE|DELETE FROM) "tournaments_(?!user"|account)'
)
API = "/api/v1/"

handler = ClientHandler(enforce_csrf_checks=False)


class Visitor(Client):
    """A client whose answers have ended: what a site does once an answer is sent is done.

    Django's own does so too, by ``response.close()``, which also ends the transaction of the test.
    """

    def request(self, **request):
        response = super().request(**request)
        for close in response._resource_closers:
            close()
        return response


def give_credentials(world) -> None:
    """Sessions, a phone and tokens, by role."""
    world.sessions, world.tokens = {}, {}
    for role, email in EMAILS.items():
        client = Client()
        client.force_login(User.objects.get(email=email))
        world.sessions[role] = client.session.session_key
    phone = Client()
    phone_of(phone, world.absent.player)
    world.cookies_without_seat = {name: morsel.value for name, morsel in phone.cookies.items()}
    for role, email, scopes in (
        (TOKEN, EMAILS["conductor"], SCOPES),
        (READING_TOKEN, EMAILS["owner"], []),
    ):
        user = User.objects.get(email=email)
        token, world.tokens[role] = make_token(user, "program", scopes, at=timezone.now())
        # Its use is noted once in a while; no test of an address is to meet that.
        noted = timezone.now() + timedelta(days=1)
        ApiToken.objects.filter(pk=token.pk).update(used_at=noted)


def visitor(role: str, world, route: Route) -> Visitor:
    """A browser or a program in this role; "this table" is the table of ``route``."""
    headers = {"Authorization": f"Bearer {world.tokens[role]}"} if role in world.tokens else {}
    client = Visitor(headers=headers)
    client.handler = handler
    if role in PLAYERS:
        here = route.at(world).get("code", world.late_table.code)
        other = next(code for code in world.phones if code != here)  # codes differ in each run
        client.cookies.load(world.phones[here if role == "player at this table" else other][0])
    if role == PHONE:
        client.cookies.load(world.cookies_without_seat)
    if role in world.sessions:
        client.cookies[settings.SESSION_COOKIE_NAME] = world.sessions[role]
    return client


def expected(name: str, method: str, role: str, world):
    """The answer in the row, also for roles that only some rows name."""
    answers = getattr(ROUTES[name], method)
    if role in answers:
        return answers[role]
    if role == PHONE or not is_of_the_api(name):
        return answers["nobody"]  # pages know no tokens
    if role == TOKEN:
        return answers["conductor"]
    is_write = method == "post" and answers["nobody"] != 405
    return 403 if is_write else answers["nobody"]


def is_of_the_api(name: str) -> bool:
    """By how its addresses begin; to make one takes longer, and needs a world."""
    [(beginning, _parameters), *_] = get_resolver().reverse_dict[name][0]
    return f"/{beginning}".startswith(API)


def address_of(name: str, world) -> str:
    return reverse(name, kwargs=ROUTES[name].at(world))


def ask(client: Client, method: str, name: str, world):
    """The answer, as ``answer_in`` has it."""
    route, address = ROUTES[name], address_of(name, world)
    if method in ("post", "put", "patch"):
        kind = {"content_type": "application/json"} if route.json else {}
        data = route.sends(world)
        response = getattr(client, method)(address, data, headers=route.headers, **kind)
    else:
        response = getattr(client, method)(address)
    return answer_in(response)


def answer_in(response):
    """The status, or TO_SIGN_IN for a redirect to the sign-in page."""
    if response.status_code == 302 and response["Location"].startswith("/sign-in/?next="):
        return TO_SIGN_IN
    return response.status_code


def named_routes(resolver=None) -> list[str]:
    """The names of all addresses of the site; one without a name would be missed by the rows."""
    names = []
    for pattern in (resolver or get_resolver()).url_patterns:
        if hasattr(pattern, "url_patterns"):
            names += named_routes(pattern)
        elif pattern.callback is not not_found:
            names.append(pattern.name or f"{pattern} without a name")
    return names


def rolled_back_later() -> transaction.Atomic:
    """A transaction of the test's own: each of the site's in it counts as one by itself."""
    block = transaction.atomic()
    block._from_testcase = True  # as Django's TestCase marks its own
    return block


@contextmanager
def noting_writes():
    """The tables written to meanwhile, except those of accounts: signing in writes to them."""
    writes = []

    def note(execute, sql, params, many, context):
        if WRITES.match(sql):
            writes.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield writes
