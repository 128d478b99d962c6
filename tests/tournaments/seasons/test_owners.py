"""Who owns a season: invited by an owner, and removed by one."""

import pytest
from django.urls import reverse

from tests.builders import make_conductor, make_event
from tests.tournaments.seasons.browsing import browser, submit, submit_again
from tests.tournaments.seasons.gatherings import make_season

# Pages: see shows_pages in tests/selecting.py.
pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("that_day")]


@pytest.fixture
def season(owner):
    return make_season(owner, name="League 2026", rule="best-results", best=0)


def test_owners_invite_and_remove_owners(season, owner):
    sam = make_conductor(make_event("Elsewhere"), "sam@example.org")
    edit = reverse("season-edit", args=[season.slug])
    add = reverse("season-owner-add", args=[season.slug])
    client = browser(owner)
    assert "sam@example.org is invited" in submit(client, edit, add, email="SAM@example.org").text
    assert "no@example.org is invited" in submit_again(client, add, email="no@example.org").text
    assert "is already an owner" in submit_again(client, add, email="olga@example.org").text
    assert "Enter the e-mail" in submit_again(client, add, email="sam").text
    theirs = browser(sam)
    assert theirs.get(edit).status_code == 403
    answer = reverse("season-invitation-answer", args=[season.invitations.get(email=sam.email).pk])
    assert submit(theirs, "/account/", answer, answer="accept").status_code == 200
    assert "Clara Conductor" in theirs.get(edit).text
    assert "is already an owner" in submit_again(client, add, email="sam@example.org").text
    remove = reverse("season-owner-remove", args=[season.slug, sam.pk])
    then, _status = submit(theirs, edit, remove).redirect_chain[-1]
    assert then == f"{season.get_absolute_url()}?own=page"
    assert theirs.get(edit).status_code == 403


def test_an_invitation_to_a_season_is_withdrawn_or_declined(season, owner):
    sam = make_conductor(make_event("Elsewhere"), "sam@example.org")
    edit = reverse("season-edit", args=[season.slug])
    add = reverse("season-owner-add", args=[season.slug])
    client = browser(owner)
    submit(client, edit, add, email=sam.email)
    withdraw = reverse("season-owner-uninvite", args=[season.slug, season.invitations.get().pk])
    submit(client, edit, withdraw)
    assert not season.invitations.exists()
    submit_again(client, add, email=sam.email)
    answer = reverse("season-invitation-answer", args=[season.invitations.get().pk])
    submit(browser(sam), "/account/", answer, answer="decline")
    assert not season.invitations.exists()
    assert not season.co_owners.exists()
