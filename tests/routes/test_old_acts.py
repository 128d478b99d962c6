"""Two people at once: what an older page removes or ends is what that page showed, or nothing.

That every form is in a list here or in test_two_editors.py, test_shown_pages.py shows.
"""

from urllib.parse import urljoin

import pytest
from django.db import transaction
from django.utils import timezone

from games.sheet import QuickHand
from tests.builders import ANNA
from tests.routes.controls import PageForms
from tests.routes.expect import helper
from tests.routes.rows import ROUTES
from tests.routes.visitors import address_of, rolled_back_later, visitor
from tests.tournaments.fixtures.leagues import make
from tournaments.access.shared import sharing_of
from tournaments.clock.services import start_slot
from tournaments.events.staffing import change_staff
from tournaments.events.titles.services import change_title
from tournaments.fixtures.services import discard_fixtures
from tournaments.models import Role, Table
from tournaments.rankings.honours.services import change_class, give_prize
from tournaments.results.reporting.services import deal_hand
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling.annulling import annul_round
from tournaments.seating.changing.spreadsheet import seating_data
from tournaments.seating.queries import seating
from tournaments.seating.services import discard_round, publish_round
from tournaments.standings.next_round.services import reseat_round, seat_next_round
from tournaments.timetable.hall.services import move_room_up, number_tables

pytestmark = [pytest.mark.once, pytest.mark.django_db]

OK, CONFLICT = 200, 409
#: Forms that name what they saw, and where two people try them.
TRIED_ELSEWHERE = {
    "announcement-withdraw": "tests/tournaments/notifications",
    "agreement": "tests/tournaments/results/ruling/test_agreements.py",
    "clock-act": "tests/tournaments/clock/room",
    "clock-undo": "tests/tournaments/clock/room",
    "event-delete": "tests/tournaments/deleting",
    "event-publishing": "tests/tournaments/federation/test_publishing.py",
    "hand-report": "tests/tournaments/results/reporting",
    "round-annul": "tests/tournaments/standings/deciding/test_annul_pages.py",
    "round-restore": "tests/tournaments/standings/deciding/test_annul_pages.py",
    "seat-move": "tests/tournaments/seating/test_old_pages.py",
    "seat-swap": "tests/tournaments/seating/test_old_pages.py",
    "seat-take-over": "tests/tournaments/seating/changing/test_takeovers.py",
    "table-resume": "tests/tournaments/results/ruling/test_resuming.py",
    "session-cancel": "tests/tournaments/signup/test_moving.py",
    "tournament-delete": "tests/tournaments/deleting",
}
#: Forms that name nothing that they saw, by the reason why they undo nothing of anybody else's.
SILENT = {
    "it adds something, and replaces nothing": {
        "adjustments", "announcements", "api-tokens", "badges-all", "event-bring", "event-copy",
        "event-new", "join", "pickup", "prize-new", "ranking-class-new", "ranking-new",
        "ranking-team-new", "recovery-make", "register-many", "report-bring", "room-numbers",
        "rooms", "roster-import", "season-adjustments", "season-new", "season-next",
        "season-owner-add", "season-part-add", "sign-in-link", "sign-in-mail", "staff",
        "staff-link", "timetable-edit", "timetable-import", "title-new", "tournament-new",
        "walk-in", "webhook-test", "webhooks", "wishes",
    },
    "it is about the sender's own account, phone or page": {
        "account-password", "clock-mail", "fixture-seat-open", "language", "me-open",
        "phone-messages", "phone-messages-stop", "recover", "rules-position", "seat-open",
        "sign-out", "party", "pickup-withdraw", "session-place", "staff-leave", "styleguide",
        "two-step",
    },
    "its address names a row of which nobody changes anything": {
        "adjustment-undo", "api-token-revoke", "badge", "badge-new", "badge-scan-undo",
        "call-answer", "call-close", "delivery-again", "phone-throw-out", "player-privacy",
        "season-adjustment-undo", "season-owner-remove", "season-owner-uninvite",
        "ranking-team-withdraw", "season-part-remove", "seat-close", "webhook-remove",
    },
    "it is refused once somebody else was quicker, or anything was played": {
        "bracket", "letter-again", "pickup-refuse", "pickup-start", "player-delete", "round-seat",
        "seating-plan", "session-seat",
        "table-deal", "timetable-publish", "weeks-make",
    },
    "it sets a state that the button names, whatever was before": {
        "archive-serving", "badge-scan", "clocks-all", "hq-walk-up", "entry-status",
        "event-announce", "game-move", "player-check-in", "roster", "standings-refresh",
        "tournament-registration",
    },
    "it is one more command of a history, of which each can be undone": {
        "next-round",
    },
    "it shows first what it would do, and then names that": {"round-exchange"},
}  # fmt: skip


def by_now():
    return {"by": ANNA, "at": timezone.now()}


def correct(world):
    table, hand = world.late_table, QuickHand(points={1: 11, 2: 5, 3: 0}, went_out=1)
    ruling.correct_hand(table, 1, hand, reason="x", **by_now())


def deal(world):
    deal_hand(world.fresh_table, 1, **by_now())


def rename(world):
    change_title(world.title, name="Best of 1846", **by_now())


def give_it(world):
    prize = world.ranking.prizes.get()
    give_prize(prize, world.ranking.rows.first().player, **by_now())


def rename_the_class(world):
    change_class(world.ranking.classes.get(), name="Rookies", **by_now())


def add_a_room_before(world):
    move_room_up(world.room, **by_now())


def number_more(world):
    number_tables(world.room, 141, 142, **by_now())


def promote(world):
    change_staff(world.staff, role=Role.OWNER, player=None, **by_now())


def reseat(world):
    reseat_round(world.drafted.rounds.get(), **by_now())


def publish(world):
    publish_round(world.drafted.rounds.get(), **by_now())


def publish_another(world):
    """Another seating of the same people gets the number of the one that was shown."""
    discard_round(world.published.rounds.get(), **by_now())
    publish_round(seat_next_round(world.published, **by_now()), **by_now())


def play_another(world):
    """The round that was shown is given up, and another one with its number is played."""
    annul_round(world.played.rounds.get(), reason="a fire alarm", **by_now())
    again = publish_round(seat_next_round(world.played, **by_now()), **by_now())
    start_slot(again, **by_now())
    again.tables.update(status=Table.Status.FINISHED, end_reason="time", ended_at=timezone.now())


def make_again(world):
    discard_fixtures(world.league, **by_now())
    make(world.league)


def correct_late(world):
    hand = QuickHand(points={1: 131, 2: 5, 3: 0}, went_out=1)
    ruling.correct_hand(world.closed_table, 1, hand, reason="x", **by_now())


CHANGED = "Nothing was done: check it again."
PUBLISHED = "has been published since you opened the page"
RESEATED = "has been changed since you opened the page"
#: By act: the page it is on, what somebody else does meanwhile, and what the older page then says.
OVERTAKEN = {
    "title-remove": ("titles", rename, CHANGED),
    "prize-remove": ("honours", give_it, CHANGED),
    "ranking-class-remove": ("ranking-class", rename_the_class, CHANGED),
    "room-up": ("rooms", add_a_room_before, CHANGED),
    "room-remove": ("room-remove", number_more, CHANGED),
    "staff-remove": ("staff", promote, CHANGED),
    "table-end": ("table-end", deal, CHANGED),
    "hand-void": ("hand-void", correct, "has changed since you saw it"),
    "late-void": ("late-void", correct_late, "has changed since you saw it"),
    "table-undo": ("table-undo", correct, "Only the last change can be undone"),
    "round-discard": ("round", publish, PUBLISHED),
    "round-undo": ("round", publish, PUBLISHED),
    "round-reseat": ("round", publish, "already published"),
    "round-publish": ("round", reseat, RESEATED),
    "round-take": ("round-compare", publish, PUBLISHED),
    "round-start": ("hq", publish_another, RESEATED),
    "round-close": ("hq", play_another, RESEATED),
    "round-read-list": ("round-read-list", publish, PUBLISHED),
    "round-helper": ("round-helper", publish, PUBLISHED),
    "seat-late": ("round", publish, PUBLISHED),
    "seat-lock": ("round-change", publish, PUBLISHED),
    "table-new": ("round", publish, PUBLISHED),
    "weeks-discard": ("weeks", make_again, CHANGED),
}
#: What is typed where a form does not begin with what it needs.
TYPED = {
    "round-helper": helper,
    "round-read-list": lambda world: {
        "text": seating_data(seating(world.drafted.rounds.get()), []).export("csv")
    },
    "table-new": lambda world: {"people": [entry.pk for entry in world.late_comers]},
}


def page(name, world, role="owner"):
    client, address = visitor(role, world, ROUTES[name]), address_of(name, world)
    answer = client.get(address, {"own": "page"} if sharing_of(address) else {})
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
        values |= TYPED[act](world) if act in TYPED else {}
        if "reason" in forms[0].asked:
            values["reason"] = "as agreed"
        said = client.post(address, values, follow=True)
        transaction.set_rollback(True)
    assert sentence in said.text
    assert said.status_code in (OK, CONFLICT)
