"""The text about a tournament, and the deadline of its registration."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_event, make_tournament, minutes
from tournaments.events.services import change_tournament
from tournaments.models import Tournament
from tournaments.registration.errors import RegistrationClosed
from tournaments.registration.services import check_may_join

pytestmark = pytest.mark.django_db
TEXT = "Prizes for <b>four</b>.\n\nFee 3 EUR, see https://example.org/rules"


@pytest.fixture
def tournament():
    return make_tournament(make_event(time_zone="America/New_York"), text=TEXT)


def at(name, tournament):
    return reverse(name, args=[tournament.event.slug, tournament.slug])


def join_page(tournament):
    return reverse("join", args=[tournament.event.slug])


def test_its_text_is_on_its_page_and_where_people_register_with_no_html_of_theirs(
    client, tournament
):
    for address in (at("tournament", tournament), join_page(tournament)):
        page = client.get(address).text
        assert "<p>Prizes for &lt;b&gt;four&lt;/b&gt;.</p>" in page
        assert '<a href="https://example.org/rules" rel="nofollow">' in page


def test_a_conductor_writes_it_in_the_form_and_it_keeps_its_paragraphs(client, tournament):
    client.force_login(make_conductor(tournament.event))
    address = at("tournament-edit", tournament)
    form = client.get(address).context["form"]
    sent = {field.html_name: field.value() for field in form if field.value() is not None}
    sent |= {"text": "One  line.\r\n\r\nAnother.", "closes_at": "2026-11-21T09:30"}
    assert client.post(address, sent).status_code == 302
    tournament.refresh_from_db()
    assert tournament.text == "One line.\n\nAnother."
    assert tournament.closes_at == datetime(2026, 11, 21, 14, 30, tzinfo=UTC)
    assert 'value="2026-11-21T09:30"' in client.get(address).text


def test_its_text_may_change_once_it_is_finished(tournament):
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    changed = change_tournament(tournament, text="Prizes: Ada.", by=ANNA, at=NOON)
    assert changed.text == "Prizes: Ada."


def test_programs_read_and_write_both(client, tournament):
    address = f"/api/v1/events/{tournament.event.slug}/tournaments/"
    (found,) = client.get(address).json()["results"]
    assert (found["text"], found["closes_at"]) == (TEXT, None)
    client.force_login(make_conductor(tournament.event))
    sent = {"name": "Late", "game": "express", "text": "Hi.", "closes_at": "2026-11-21T10:00:00Z"}
    answer = client.post(address, sent, content_type="application/json")
    assert answer.status_code == 201
    assert Tournament.objects.get(slug="late").closes_at == NOON - minutes(120)


def test_nobody_registers_by_themselves_after_the_deadline(client, tournament, time_machine):
    Tournament.objects.update(closes_at=NOON)
    time_machine.move_to(NOON - minutes(1))
    assert "Register until 21 November, 07:00." in client.get(join_page(tournament)).text
    time_machine.move_to(NOON)
    assert "Registration is closed: Express Open." in client.get(join_page(tournament)).text
    own_page = client.get(tournament.get_absolute_url()).text
    assert "Registration has closed." in own_page
    assert "Register until" not in own_page
    tournament.refresh_from_db()
    with pytest.raises(RegistrationClosed):
        check_may_join(tournament, NOON)


def test_to_open_registration_again_takes_a_past_deadline_away(client, tournament, time_machine):
    Tournament.objects.update(closes_at=NOON)
    time_machine.move_to(NOON + minutes(5))
    client.force_login(make_conductor(tournament.event))
    roster = reverse("roster", args=[tournament.event.slug])
    assert "Open registration" in client.get(roster).text
    client.post(at("tournament-registration", tournament), {"to": "open"})
    tournament.refresh_from_db()
    assert tournament.closes_at is None
    assert "Close registration" in client.get(roster).text
