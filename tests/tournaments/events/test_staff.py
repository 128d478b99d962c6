"""Who runs an event."""

import pytest
from django.utils import timezone

from tests.builders import (
    ANNA,
    NOON,
    add_staff,
    make_entries,
    make_tournament,
)
from tournaments.events import errors, staffing
from tournaments.models import Role, User
from tournaments.registration.services import add_player

pytestmark = pytest.mark.django_db


def add(event, email="sam@example.org", role=Role.SCOREKEEPER):
    return add_staff(event, email, role=role)


def test_nobody_is_added_twice(event):
    add(event)
    with pytest.raises(errors.StaffAlready):
        add(event, "SAM@example.org")


def test_the_last_owner_stays(client, event, owner):
    row = event.staff.get()
    client.post(f"/e/winter-meet/staff/{row.pk}/remove/")
    page = client.post(
        f"/e/winter-meet/staff/{row.pk}/", {f"staff-{row.pk}-role": "conductor"}
    ).content.decode()
    assert "An event needs an owner" in page
    assert event.staff.get().role == Role.OWNER


def test_a_second_owner_may_go(client, event, owner):
    row = add(event, role=Role.OWNER)
    client.post(f"/e/winter-meet/staff/{row.pk}/remove/")
    assert event.staff.count() == 1
    assert User.objects.filter(email="sam@example.org").exists()


def test_somebody_of_the_staff_plays_as_one_player_only(client, event, owner):
    player = make_entries(make_tournament(event), 1)[0].player
    row, other = add(event), add(event, "other@example.org")
    sent = {f"staff-{row.pk}-role": "conductor", f"staff-{row.pk}-player": player.pk}
    client.post(f"/e/winter-meet/staff/{row.pk}/", sent)
    row.refresh_from_db()
    assert (row.role, row.player) == ("conductor", player)
    with pytest.raises(errors.PlaysForAnother):
        staffing.change_staff(other, role=Role.CONDUCTOR, player=player, by=ANNA, at=timezone.now())


def test_namesakes_among_whom_somebody_of_the_staff_plays_are_told_apart(client, event, owner):
    for town in ("Lyon", "Oslo"):
        add_player(event, name="Eva Berg", home_town=town, said="somebody else", by=ANNA, at=NOON)
    add(event)
    names = set(event.players.values_list("shown_name", flat=True))
    assert len(names) == 2
    page = client.get("/e/winter-meet/staff/").text
    assert all(f">{name}</option>" in page for name in names)


# Who is on it: the tests above and test_invitations.py.
@pytest.mark.long
def test_the_page_of_the_staff_takes_few_queries(
    client, event, owner, django_assert_max_num_queries
):
    for n in range(3):
        add(event, f"sam{n}@example.org")
    # Session, account, event, role; staff, invitations, players.
    with django_assert_max_num_queries(9):
        client.get("/e/winter-meet/staff/")
