"""Conductors see what became of each letter, and have one that failed sent again."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import ANNA, NOON, make_conductor, minutes
from tests.tournaments.api.test_known import program_of
from tests.tournaments.notifications.mail.letters import NOW, attempt
from tournaments.models import LedgerEntry, Letter, Player
from tournaments.notifications.mail import errors
from tournaments.notifications.mail.services import send_again

pytestmark = [pytest.mark.django_db, pytest.mark.each_database, pytest.mark.long("postgresql")]


# --- Sent again by a conductor --------------------------------------------------------------------


def again(letter, at=NOW):
    send_again(letter, by=ANNA, at=at)
    letter.refresh_from_db()
    return letter


@pytest.fixture
def failed(office, letter):
    office.on_address = "550 no such person"
    attempt(letter)
    office.on_address = "250 ok"
    return letter


def entries(letter):
    return LedgerEntry.objects.filter(event=letter.event, verb="send letter again").count()


def test_a_letter_that_failed_is_sent_once_more(office, failed):
    assert again(failed).state == "waiting"
    assert attempt(failed).state == "sent"
    assert (len(office.letters), entries(failed)) == (1, 1)


def test_asking_twice_sends_it_once(office, failed):
    again(failed)
    again(failed)
    attempt(failed)
    attempt(failed, NOW + minutes(10))
    assert (len(office.letters), entries(failed)) == (1, 1)


def test_its_attempts_go_on_counting_so_that_a_slow_worker_settles_nothing(office, failed):
    office.on_address = "550 still no such person"
    again(failed)
    assert attempt(failed).attempts == 2
    assert failed.reason_in_words == "The mail server refused it: 550 still no such person"


def test_what_was_sent_is_over_or_has_no_address_is_refused(office, failed, settings):
    with pytest.raises(errors.LetterIsOver):
        send_again(failed, by=ANNA, at=failed.ends_at)
    Player.objects.filter(pk=failed.player_id).update(email="")
    with pytest.raises(errors.NoAddress):
        send_again(failed, by=ANNA, at=NOW)
    Player.objects.filter(pk=failed.player_id).update(email="guest1@example.org")
    backend, settings.EMAIL_BACKEND = (
        settings.EMAIL_BACKEND,
        "django.core.mail.backends.dummy.EmailBackend",
    )
    with pytest.raises(errors.SiteSendsNoMail):
        send_again(failed, by=ANNA, at=NOW)
    settings.EMAIL_BACKEND = backend
    again(failed)
    attempt(failed)
    with pytest.raises(errors.LetterWasSent):
        send_again(failed, by=ANNA, at=NOW)
    assert entries(failed) == 1


def test_the_page_has_a_button_for_it_until_it_is_over(client, failed):
    page = reverse("letters", args=[failed.event.slug])
    client.force_login(make_conductor(failed.event))
    assert "Send again" not in client.get(page).text  # what it says is of 2026-11-21
    Letter.objects.update(ends_at=timezone.now() + timedelta(hours=1))
    assert "Send again" in client.get(page).text
    answer = client.post(reverse("letter-again", args=[failed.event.slug, failed.pk]), follow=True)
    assert "The letter is sent again in a moment." in answer.text
    failed.refresh_from_db()
    assert failed.state == "waiting"


def test_programs_list_letters_and_have_one_sent_again(failed):
    Letter.objects.update(ends_at=timezone.now() + timedelta(hours=1))
    program = program_of(make_conductor(failed.event))
    base = f"/api/v1/events/{failed.event.slug}/letters/"
    (row,) = program.get(f"{base}?state=failed").json()["results"]
    assert (row["player_id"], row["state"]) == (failed.player_id, "failed")
    assert "550" in row["reason"]
    assert program.get(f"{base}?state=sent").json()["results"] == []
    key = {"Idempotency-Key": "letter-again-0001"}
    for _time in range(2):
        answer = program.post(f"{base}{row['id']}/send-again/", {}, "application/json", headers=key)
        assert answer.status_code == 200, answer.json()
        assert answer.json()["state"] == "waiting"
    assert entries(failed) == 1


# --- On the conductors' page ----------------------------------------------------------------------


def test_conductors_read_the_state_of_each_letter(client, office, letter):
    page = reverse("letters", args=[letter.event.slug])
    client.force_login(make_conductor(letter.event))
    assert "waiting" in client.get(page).content.decode()
    office.on_address = "550 no such person"
    attempt(letter)
    text = client.get(page).content.decode()
    assert "550 no such person" in text
    assert "You have a place" in text
    assert letter.player.name in text
    assert "550 no such person" not in client.get(f"{page}?state=sent").content.decode()


# What the page shows of each letter: the test above.
@pytest.mark.long
@pytest.mark.parametrize("count", [10, 20])
def test_the_page_takes_as_many_queries_for_many_letters(
    client, same_queries, letter, players, count
):
    client.force_login(make_conductor(letter.event))
    facts = {"event": letter.event, "subject": "x", "text": "y", "made_at": NOW, "due_at": NOW}
    Letter.objects.bulk_create(
        Letter(player=players[0], key=f"k{n}", ends_at=NOON, **facts) for n in range(count)
    )
    with same_queries(at_most=9):
        assert client.get(reverse("letters", args=[letter.event.slug])).status_code == 200
