"""Nobody gets a role at an event without accepting it, and everybody may give one back."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.builders import ANNA, NOON, add_staff, make_conductor, make_event
from tournaments.accounts import errors
from tournaments.accounts.invitations import services as invitations
from tournaments.accounts.recovery.services import check_may_recover
from tournaments.events import staffing
from tournaments.ledger import Actor
from tournaments.models import Invitation, LedgerEntry, Role, User
from tournaments.rate_limit.errors import TooManyAttempts
from tournaments.rate_limit.rules import INVITATIONS_A_DAY

pytestmark = pytest.mark.django_db
STAFF = "/e/winter-meet/staff/"
NEW = {"name": "Sam", "new_password1": "much longer words", "new_password2": "much longer words"}


@pytest.fixture
def clara(event):
    return make_conductor(event, "clara@example.org", Role.CONDUCTOR)


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def link_in(text):
    return re.search(r"(/invitation/[^/\s\"]+/)", text)[1]


def test_an_unaccepted_role_elsewhere_hinders_no_recovery(event, owner, clara):
    mallory = make_conductor(make_event("Elsewhere"), "mallory@example.org")
    by = Actor(name=str(mallory), user=mallory)
    elsewhere = mallory.roles.get().event
    staffing.invite(elsewhere, clara.email, role=Role.OWNER, by=by, at=timezone.now())
    check_may_recover(owner, clara)
    assert clara.roles.count() == 1


# PostgreSQL asks the same in each run.
@pytest.mark.long("sqlite")
def test_the_holder_of_an_account_gets_a_notice_accepts_and_leaves(event, clara):
    elsewhere = make_event("Spring Meet")
    staffing.invite(elsewhere, clara.email, role=Role.SCOREKEEPER, by=ANNA, at=timezone.now())
    page = signed_in(clara).get("/account/").text
    assert "Anna invited you to Spring Meet." in page
    browser = signed_in(clara)
    number = Invitation.objects.get().pk
    browser.post(f"/account/invitations/{number}/", {"answer": "accept"})
    row = elsewhere.staff.get()
    assert (row.user, row.role) == (clara, "scorekeeper")
    asked = browser.get("/account/").text.partition("<summary>Leave the staff of Spring Meet")[2]
    assert f'action="/account/roles/{row.pk}/leave/"' in asked.partition("</details>")[0]
    browser.post(f"/account/roles/{row.pk}/leave/")
    assert not elsewhere.staff.exists()
    assert LedgerEntry.objects.filter(event=elsewhere, verb="remove staff", user=clara).exists()


def test_nobody_answers_for_another_account_or_leaves_for_one(event, owner, clara):
    staffing.invite(event, "sam@example.org", role=Role.OWNER, by=ANNA, at=timezone.now())
    browser = signed_in(clara)
    for answer in ("accept", "decline"):
        browser.post(f"/account/invitations/{Invitation.objects.get().pk}/", {"answer": answer})
    assert event.staff.count() == 2
    assert browser.post(f"/account/roles/{owner.roles.get().pk}/leave/").status_code == 404


def test_the_last_owner_does_not_leave(client, event, owner):
    page = client.post(f"/account/roles/{owner.roles.get().pk}/leave/", follow=True).text
    assert "An event needs an owner" in page
    assert event.staff.exists()


def test_the_page_does_not_show_who_has_an_account(client, event, owner):
    make_conductor(make_event("Elsewhere"), "ines@example.org")
    pages = []
    for email in ("ines@example.org", "none@example.org"):
        page = client.post(STAFF, {"email": email, "role": "conductor"}, follow=True)
        staffing.withdraw(event.invitations.get(), by=ANNA, at=timezone.now())
        text = re.sub(r"invitations/\d+", "invitations/N", page.text).replace(email, "X")
        pages.append(re.sub(r'"[A-Za-z0-9]{64}"', "token", text))
    assert "Invitation sent to X" in pages[0]
    assert pages[0] == pages[1]
    assert [letter.to for letter in mail.outbox] == [["ines@example.org"], ["none@example.org"]]
    assert all("within 14 days" in letter.body for letter in mail.outbox)


def test_without_mail_the_owner_shows_a_link_that_makes_an_account_once(
    client, event, owner, no_mail
):
    page = client.post(STAFF, {"email": "Sam@Example.org", "role": "scorekeeper"}).text
    assert 'class="qr"' in page
    address = link_in(page)
    phone = Client()
    assert "Help run Winter Meet" in phone.get(address).text
    assert not User.objects.filter(email="sam@example.org").exists()  # looking makes nothing
    page = phone.post(address, NEW, follow=True).text
    assert "You are on the staff of Winter Meet now." in page
    sam = User.objects.get(email="sam@example.org")
    assert (sam.name, sam.roles.get().role) == ("Sam", "scorekeeper")
    assert int(phone.session["_auth_user_id"]) == sam.pk
    assert Client().post(address, NEW).status_code == 410


def test_a_link_gets_nobody_into_an_account_with_a_password(client, event, owner, no_mail):
    ines = make_conductor(make_event("Elsewhere"), "ines@example.org")
    address = link_in(client.post(STAFF, {"email": ines.email, "role": "conductor"}).text)
    stranger = Client()
    page = stranger.post(address, NEW)
    assert page.status_code == 409
    assert "_auth_user_id" not in stranger.session
    ines.refresh_from_db()
    assert ines.check_password("a long password")


@pytest.mark.parametrize("reaches_further", [False, True])
def test_an_account_without_a_password_gets_one_if_it_reaches_no_further(
    event, owner, reaches_further
):
    elsewhere = make_event("Elsewhere")
    row = add_staff(elsewhere, "sam@example.org", role=Role.CONDUCTOR)
    if not reaches_further:
        staffing.remove_staff(row, by=ANNA, at=timezone.now())
    by = Actor(name=str(owner), user=owner)
    made, _token = staffing.invite(event, "sam@example.org", role=Role.CONDUCTOR, by=by, at=NOON)
    about = {"name": "Sam", "password": "much longer words", "device": "", "at": NOON}
    if reaches_further:
        with pytest.raises(errors.AccountExists):
            staffing.accept_as_new(made, **about)
    else:
        assert staffing.accept_as_new(made, **about) == row.user


def test_an_invitation_ends_with_its_time_and_with_the_role_of_its_inviter(event, owner):
    by = Actor(name=str(owner), user=owner)
    _made, token = staffing.invite(event, "sam@example.org", role=Role.OWNER, by=by, at=NOON)
    assert invitations.by_token(token, NOON + timedelta(days=13))
    with pytest.raises(errors.InvitationGone):
        invitations.by_token(token, NOON + timedelta(days=14))
    other = add_staff(event, "other@example.org", role=Role.OWNER)
    staffing.remove_staff(owner.roles.get(), by=Actor(name="other", user=other.user), at=NOON)
    with pytest.raises(errors.InvitationGone):
        invitations.by_token(token, NOON)


# PostgreSQL asks the same in each run.
@pytest.mark.long("sqlite")
def test_an_invitation_is_listed_nowhere_once_its_inviter_may_not_invite(clara):
    elsewhere = make_event("Spring Meet")
    first = make_conductor(elsewhere, "first@example.org")
    second = make_conductor(elsewhere, "second@example.org")
    by, now = Actor(name=str(first), user=first), timezone.now()
    staffing.invite(elsewhere, clara.email, role=Role.OWNER, by=by, at=now)

    def listed():
        mine = signed_in(clara).get("/account/").text
        staff = signed_in(second).get("/e/spring-meet/staff/").text
        return ["Invitation to help run Spring Meet" in mine, clara.email in staff]

    assert listed() == [True, True]
    staffing.remove_staff(first.roles.get(), by=Actor(name="second", user=second), at=now)
    assert listed() == [False, False]


def test_a_withdrawn_invitation_no_longer_works(client, event, owner):
    made, token = staffing.invite(event, "sam@example.org", role=Role.OWNER, by=ANNA, at=NOON)
    client.post(f"{STAFF}invitations/{made.pk}/withdraw/")
    with pytest.raises(errors.InvitationGone):
        invitations.by_token(token, NOON)
    assert LedgerEntry.objects.filter(verb="withdraw invitation").exists()


def test_one_account_invites_only_so_many_in_a_day(event, owner):
    by = Actor(name=str(owner), user=owner)
    for number in range(INVITATIONS_A_DAY):
        staffing.invite(event, f"p{number}@example.org", role=Role.OWNER, by=by, at=NOON)
    with pytest.raises(TooManyAttempts):
        staffing.invite(event, "one-more@example.org", role=Role.OWNER, by=by, at=NOON)
