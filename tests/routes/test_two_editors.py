"""Two people who edit at once: whoever saves an older page undoes nothing of the other's.

That every form which edits a row is in a list here, test_shown_pages.py shows.
"""

from urllib.parse import urljoin

import pytest
from django.db import transaction
from django.utils import timezone

from games.sheet import QuickHand
from tests.builders import ANNA
from tests.routes.controls import PageForms
from tests.routes.rows import ROUTES
from tests.routes.visitors import address_of, rolled_back_later, visitor
from tournaments.fixtures.playing.services import rule
from tournaments.ledger import Actor
from tournaments.models import Round
from tournaments.results.confirming.services import dispute_sheet
from tournaments.results.ruling import services as ruling

pytestmark = [pytest.mark.once, pytest.mark.django_db]

FOUND, CONFLICT = 302, 409
#: Stands for the key of a player of the world.
PLAYER = "a player"
#: Forms that edit a row: a field that one person changes, and a field of the other's, each with its
#: new value. The code of conduct is one field.
EDITS = {
    "event-edit": (("name", "Winter Meeting"), ("venue", "Town hall")),
    "conduct-edit": (("text", "Be kind.\n\nBe quick."), ("text", "Be fair.\n\nBe on time.")),
    "tournament-edit": (("name", "Night Express"), ("slot", "150")),
    "title-edit": (("name", "Best of 1846"), ("slot", "200")),
    "room-edit": (("name", "Attic"), ("note", "upstairs")),
    "hall-table": (("name", "window"), ("seats", "6")),
    "season-edit": (("name", "Winter league"), ("promoted", "2")),
    "player-edit": (("name", "Anna Schmidt"), ("notes", "Comes late.\nLeaves early.")),
    "staff-change": (("player", PLAYER), ("role", "scorekeeper")),
    "announcement-edit": (("audience", "conductors"), ("text", "Lunch is at one.")),
    "ranking-class": (("name", "Rookies"), ("rule", "Their first convention")),
    "ranking-edit": (("categories", "1: Long games"), ("name", "Best of some")),
}
#: Tried in tests of their own, as the world has nothing else to choose (seasons/test_divisions.py),
#: or a field for each tournament, or one choice alone (rankings/).
ELSEWHERE = {"prize-give", "session-edit", "season-above", "ranking-parts"}
#: Forms that stand on a page of another name.
PAGES = {"staff-change": "staff"}
#: What a third person would choose where not every text is a choice.
OTHERWISE = {"slot": "170", "seats": "5", "promoted": "3", "role": "owner"}
#: Forms about a row that carry its version: an older one is refused. With what somebody else does
#: meanwhile: another result of the first hand at a table of the world.
VERSIONED = {
    "hand-correct": lambda world: correct(world.late_table),
    "hand-dispute": lambda world: object_too(world.late_table),
    "late-correct": lambda world: correct(world.closed_table),
    "hand-rule": lambda world: object_too(world.disputed_table),
    "late-rule": lambda world: object_before_the_close(world.ruled_late_table),
    "fixture-game": lambda world: decide(world.fixture_game),
}
POINTS = {"points-1": "13", "points-2": "7", "points-3": "1", "reason": "As I saw it"}
#: What is typed into the form of each.
TYPED = dict.fromkeys(VERSIONED, POINTS) | {
    "fixture-game": {"outcome": "away", "reason": "As I saw it"}
}
#: Forms that start something or do something once: what stands in them is only a suggestion.
STARTS = {
    "adjustments", "announcements", "api-tokens", "bracket", "clock-act", "event-copy", "event-new",
    "game-move", "me-open", "prize-new", "ranking-new", "register-many", "season-adjustments",
    "season-new", "season-part-add", "seat-late", "seat-take-over", "staff", "styleguide",
    "table-new", "timetable-edit",
    "title-new", "tournament-new", "weeks-make",
}  # fmt: skip


class Editor:
    """A person with an edit page open."""

    def __init__(self, role, name, world):
        self.client, self.address = visitor(role, world, ROUTES[name]), address_of(name, world)
        self.player = str(world.entry.player_id)
        self._read(self.client.get(address_of(PAGES.get(name, name), world)))

    def _read(self, response):
        self.response = response
        forms, here = PageForms(response.text).found, response.request["PATH_INFO"]
        (self.form,) = [one for one in forms if urljoin(here, one.action) == self.address]

    def _named(self, field):
        """The name of an input: some forms stand on their page several times."""
        return next(one for one in self.form.asked if one.split("-")[-1] == field)

    def value(self, field):
        value = self.form.values[self._named(field)].replace("\r\n", "\n")
        return PLAYER if value == self.player else value

    def save(self, **typed):
        for field, value in typed.items():
            self.form.values[self._named(field)] = self.player if value == PLAYER else value
        response = self.client.post(self.address, self.form.values)
        if response.status_code != FOUND:
            self._read(response)
        return response.status_code


@pytest.fixture(params=EDITS)
def edited(request, world):
    """The name of an edit page; what is saved there is rolled back."""
    with rolled_back_later():
        yield request.param
        transaction.set_rollback(True)


def few(*names):
    """These pages, and the others in a long run: what is tried there is the same code for all."""
    return [pytest.param(one, marks=() if one in names else pytest.mark.long) for one in EDITS]


def two_editors(name, world):
    return Editor("owner", name, world), Editor("superuser", name, world)


def saved(name, world, *fields):
    """The values in the form now."""
    now = Editor("owner", name, world)
    return {field: now.value(field) for field in fields}


def test_an_older_page_changes_only_what_was_changed_on_it(edited, world):
    (mine, my_value), (theirs, their_value) = EDITS[edited]
    first, second = two_editors(edited, world)
    assert second.save(**{theirs: their_value}) == FOUND
    assert first.save(**({mine: my_value} if mine != theirs else {})) == FOUND
    now = {mine: my_value, theirs: their_value}
    assert saved(edited, world, mine, theirs) == now


@pytest.mark.parametrize("edited", few("title-edit", "staff-change", "conduct-edit"), indirect=True)
def test_a_value_that_both_changed_is_shown_with_the_other_and_replaced_knowingly(edited, world):
    (other, other_value), (both, their_value) = EDITS[edited]
    my_value = OTHERWISE.get(both, "What I typed")
    first, second = two_editors(edited, world)
    assert second.save(**{both: their_value}) == FOUND
    mine = {both: my_value} if both == other else {both: my_value, other: other_value}
    assert first.save(**mine) == CONFLICT
    assert f"Someone else has changed this to “{their_value}”" in first.response.text
    assert {field: first.value(field) for field in mine} == mine
    assert saved(edited, world, both) == {both: their_value}
    assert first.save() == FOUND
    assert saved(edited, world, *mine) == mine


@pytest.mark.parametrize("edited", few("title-edit"), indirect=True)
def test_the_same_change_by_both_is_no_conflict(edited, world):
    (_, (field, value)) = EDITS[edited]
    first, second = two_editors(edited, world)
    assert second.save(**{field: value}) == FOUND
    assert first.save(**{field: value}) == FOUND
    assert saved(edited, world, field) == {field: value}


def by_now():
    return {"by": ANNA, "at": timezone.now()}


def correct(table):
    hand = QuickHand(points={1: 11, 2: 5, 3: 0}, went_out=1)
    ruling.correct_hand(table, 1, hand, reason="x", **by_now())


def object_too(table):
    by = Actor(name="Cy", player=table.seats.get(position=3).entry.player)
    dispute_sheet(table, 1, None, by=by, at=timezone.now(), reason="not mine")


def object_before_the_close(table):
    rounds = Round.objects.filter(pk=table.round_id)
    rounds.update(status=Round.Status.RUNNING, closed_at=None)
    object_too(table)
    rounds.update(status=Round.Status.CLOSED, closed_at=timezone.now())


def decide(game):
    rule(game, "home", "as it was", version=game.version, **by_now())


def form_to_type_into(html, typed):
    found = [form for form in PageForms(html).found if form.asked >= set(typed)]
    return next(form for form in found if "version" in form.values)


@pytest.mark.parametrize("name", VERSIONED)
def test_an_older_version_is_refused_and_what_was_typed_is_kept(name, world):
    typed = TYPED[name]
    with rolled_back_later():
        role = "player at this table" if name == "hand-dispute" else "owner"
        client, address = visitor(role, world, ROUTES[name]), address_of(name, world)
        values = form_to_type_into(client.get(address).text, typed).values | typed
        VERSIONED[name](world)
        answer = client.post(address, values)
        transaction.set_rollback(True)
    assert answer.status_code == CONFLICT
    kept = form_to_type_into(answer.text, typed).values
    assert {field: kept[field] for field in typed} == typed
