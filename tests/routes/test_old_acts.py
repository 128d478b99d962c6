"""Two people at once: what an older page removes or ends is what that page showed, or nothing."""

from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.db import transaction
from django.urls import resolve
from django.utils import timezone

from games.sheet import QuickHand
from tests.builders import ANNA
from tests.routes.controls import PageForms
from tests.routes.rows import ROUTES
from tests.routes.visitors import address_of, rolled_back_later, visitor
from tournaments.access.shared import sharing_of
from tournaments.events.services import change_staff
from tournaments.events.titles.services import change_title
from tournaments.models import Role
from tournaments.results.reporting.services import deal_hand
from tournaments.results.ruling import services as ruling
from tournaments.seating.services import publish_round

pytestmark = [pytest.mark.once, pytest.mark.django_db]

OK, CONFLICT = 200, 409
REMOVES = {
    "again", "close", "delete", "discard", "end", "publish", "remove", "reseat", "revoke", "take",
    "undo", "void",
}  # fmt: skip
SEEN = {"seen", "version", "last", "change", "with"}
#: What these remove or end never changes: their address says all of it.
FIXED = {
    "adjustment-undo", "api-token-revoke", "badge-scan-undo", "call-close", "delivery-again",
    "round-close", "season-adjustment-undo", "season-owner-remove", "season-part-remove",
    "seat-close", "webhook-remove",
}  # fmt: skip
#: These are refused once anything was played or reported, and else nothing of anybody is lost.
REFUSED_WHEN_PLAYED = {"player-delete", "weeks-discard"}


def by_now():
    return {"by": ANNA, "at": timezone.now()}


def correct(world):
    table, hand = world.late_table, QuickHand(points={1: 11, 2: 5, 3: 0}, went_out=1)
    ruling.correct_hand(table, 1, hand, reason="x", **by_now())


def deal(world):
    deal_hand(world.fresh_table, 1, **by_now())


def rename(world):
    change_title(world.title, name="Best of 1846", **by_now())


def promote(world):
    change_staff(world.staff, role=Role.OWNER, player=None, **by_now())


def publish(world):
    publish_round(world.drafted.rounds.get(), **by_now())


CHANGED = "Nothing was done: check it again."
#: By act: the page it is on, what somebody else does meanwhile, and what the older page then says.
OVERTAKEN = {
    "title-remove": ("titles", rename, CHANGED),
    "staff-remove": ("staff", promote, CHANGED),
    "table-end": ("table-end", deal, CHANGED),
    "hand-void": ("hand-void", correct, "has changed since you saw it"),
    "table-undo": ("table-undo", correct, "Only the last change can be undone"),
    "round-discard": ("round", publish, "has been published since you opened the page"),
    "round-undo": ("round", publish, "has been published since you opened the page"),
    "round-reseat": ("round", publish, "already published"),
}


def page(name, world, role="owner"):
    client, address = visitor(role, world, ROUTES[name]), address_of(name, world)
    answer = client.get(address, {"own": "page"} if sharing_of(address) else {})
    for close in answer._resource_closers:  # response.close() would end the transaction
        close()
    return client, answer


@pytest.mark.parametrize("act", OVERTAKEN)
def test_an_older_page_does_nothing_to_what_it_did_not_show(act, world):
    shown_on, meanwhile, sentence = OVERTAKEN[act]
    with rolled_back_later():
        client, answer = page(shown_on, world)
        address = address_of(act, world)
        here = answer.request["PATH_INFO"]
        forms = [
            one for one in PageForms(answer.text).found if urljoin(here, one.action) == address
        ]
        values = forms[0].values
        meanwhile(world)
        if "reason" in forms[0].asked:
            values["reason"] = "as agreed"
        said = client.post(address, values, follow=True)
        for close in said._resource_closers:
            close()
        transaction.set_rollback(True)
    assert sentence in said.text
    assert said.status_code in (OK, CONFLICT)


def test_every_form_that_removes_or_ends_something_says_what_it_saw(world):
    silent, naming = set(), set()
    for name, route in ROUTES.items():
        if route.get.get("owner", route.get["nobody"]) != OK:
            continue
        with rolled_back_later():
            _client, answer = page(name, world)
        if answer.status_code != OK or not answer["Content-Type"].startswith("text/html"):
            continue
        for form in PageForms(answer.text).found:
            to = urldefrag(urljoin(address_of(name, world), form.action)).url
            act = resolve(urlsplit(to).path).view_name
            if set(act.split("-")) & REMOVES:
                (naming if SEEN & form.values.keys() else silent).add(act)
    assert naming >= set(OVERTAKEN)
    assert silent <= FIXED | REFUSED_WHEN_PLAYED
    assert not silent & naming
