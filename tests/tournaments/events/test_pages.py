"""The home page, signing in, and the pages of events and tournaments."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.examples import ALL
from tournaments.models import Event, LedgerEntry, Tournament, User

pytestmark = pytest.mark.django_db

EVENT = {
    "name": "Winter Meet",
    "venue": "Depot",
    "time_zone": "Europe/Paris",
    "starts_on": "2026-11-21",
    "ends_on": "2026-11-22",
}
TOURNAMENT = {
    "name": "Express Open",
    "target": "120",
    "slot": "120",
    "cutoff": "20",
    "force_end": "10",
    "warning": "30",
    "final_slot": "180",
    "rounds_planned": "2",
    "finalists": "4",
    "table_min": "3",
    "table_preferred": "4",
    "table_max": "6",
}


@pytest.fixture
def conductor(client, event):
    user = make_conductor(event)
    client.force_login(user)
    return user


def errors_of(response) -> dict:
    return {field: list(found) for field, found in response.context["form"].errors.items()}


# --- Home -----------------------------------------------------------------------------------------


def test_with_one_event_the_home_page_leads_straight_to_it(client, event):
    response = client.get(reverse("home"))
    assert (response.status_code, response.url) == (302, event.get_absolute_url())


def test_the_list_can_be_asked_for_with_one_event(client, event):
    assert "Winter Meet" in client.get(reverse("home"), {"all": ""}).content.decode()


def test_with_several_events_they_are_sorted_by_time(client):
    today = timezone.now().date()
    for name, start in [("Gone", -30), ("Soon", 10), ("Later", 30), ("Here", 0)]:
        day = today + timedelta(days=start)
        Event.objects.create(name=name, slug=name.lower(), starts_on=day, ends_on=day)
    groups = client.get(reverse("home")).context["groups"]
    assert [(when, [event.name for event in events]) for when, events in groups] == [
        ("now", ["Here"]),
        ("coming", ["Soon", "Later"]),
        ("past", ["Gone"]),
    ]


@pytest.fixture
def many(event):
    """Two events under way and a hundred past ones, the latest first."""
    today = timezone.now().date()
    Event.objects.bulk_create(
        Event(name=f"Meet {n:03}", slug=f"meet-{n}", venue=f"Hall {n % 7}",
              starts_on=today - n * timedelta(days=40), ends_on=today - n * timedelta(days=40))
        for n in range(100)
    )  # fmt: skip
    Event.objects.create(name="On now", slug="on-now", starts_on=today, ends_on=today)


@pytest.mark.usefixtures("many")
def test_many_events_are_on_several_pages_and_none_is_left_out(
    client, django_assert_max_num_queries
):
    found = []
    for number in (1, 2, 3):
        with django_assert_max_num_queries(4):
            page = client.get(reverse("home"), {"page": number})
        found += [event.name for _when, events in page.context["groups"] for event in events]
    assert found[:2] == ["Meet 000", "On now"]
    assert len(found) == len(set(found)) == 102
    assert 'rel="prev"' in page.text
    assert 'rel="next"' not in page.text


@pytest.mark.usefixtures("many")
def test_an_event_is_found_by_a_part_of_its_name_or_venue(client):
    def names(search):
        groups = client.get(reverse("home"), {"q": search}).context["groups"]
        return [event.name for _when, events in groups for event in events]

    assert names("winter") == ["Winter Meet"]  # and no redirect to it
    assert len(names("hall 3")) == 14
    page = client.get(reverse("home"), {"q": "no <such> event"})
    assert "No event found" in page.text
    assert "no &lt;such&gt; event" in page.text


def test_without_events_the_home_page_says_what_to_do(client, django_user_model):
    django_user_model.objects.create_user("clara@example.org")
    page = client.get(reverse("home")).content.decode()
    assert "No event yet" in page
    assert reverse("event-new") not in page


def test_a_signed_in_user_sees_how_to_set_up_an_event(client, conductor):
    assert reverse("event-new") in client.get(reverse("home"), {"all": ""}).content.decode()


@pytest.mark.parametrize("count", [2, 20])
def test_the_home_page_takes_the_same_queries_for_any_number_of_events(client, count, same_queries):
    for n in range(count):
        make_event(f"Event {n}")
    with same_queries(at_most=4):
        client.get(reverse("home"))


# --- Sign in --------------------------------------------------------------------------------------


def test_a_conductor_signs_in_with_e_mail_in_any_case_and_signs_out(client, event):
    make_conductor(event, email="clara@example.org")
    page = client.get(reverse("sign-in")).content.decode()
    assert "E-mail" in page

    answer = {"username": "Clara@Example.org", "password": "a long password"}
    response = client.post(reverse("sign-in"), {**answer, "next": "/e/winter-meet/roster/"})
    assert response.url == "/e/winter-meet/roster/"
    assert client.post(reverse("sign-out")).url == reverse("home")
    assert "_auth_user_id" not in client.session


def test_a_wrong_password_is_refused_in_words_and_keeps_the_e_mail(client, event):
    make_conductor(event, email="clara@example.org")
    for password in ("wrong", "", "x" * 5000, "nul\0"):
        sent = {"username": "clara@example.org", "password": password}
        response = client.post(reverse("sign-in"), sent)
        assert response.status_code == 422, password[:9]
        assert errors_of(response)
        assert 'value="clara@example.org"' in response.content.decode()


def test_the_sign_in_page_never_leads_back_to_itself(client):
    # Its own header links to it that way; somebody signed in already may load it again.
    client.force_login(User.objects.create_user("clara@example.org", "a long password"))
    response = client.get(reverse("sign-in"), {"next": reverse("sign-in")})
    assert (response.status_code, response.url) == (302, reverse("home"))


def test_the_sign_in_page_takes_few_queries(client, conductor, django_assert_max_num_queries):
    client.logout()
    with django_assert_max_num_queries(2):
        client.get(reverse("sign-in"))


def test_signing_in_never_leads_to_another_site(client, event):
    make_conductor(event, email="clara@example.org")
    answer = {"username": "clara@example.org", "password": "a long password"}
    response = client.post(reverse("sign-in"), answer | {"next": "https://evil.example.com/"})
    assert response.url == reverse("home")


def test_signing_out_by_a_link_is_not_possible(client, conductor):
    assert client.get(reverse("sign-out")).status_code == 405


# --- Events ---------------------------------------------------------------------------------------


def test_any_account_can_set_up_an_event_and_owns_it(client):
    user = User.objects.create_user("new@example.org", "a long password", name="Nora")
    client.force_login(user)
    response = client.post(reverse("event-new"), EVENT)

    event = Event.objects.get()
    assert response.url == reverse("tournament-new", args=[event.slug])
    assert event.staff.get().user == user
    assert (event.time_zone, event.ends_on) == ("Europe/Paris", date(2026, 11, 22))
    assert LedgerEntry.objects.get().actor == "Nora"


def test_a_new_event_starts_where_the_last_one_was(client, event, conductor):
    Event.objects.update(time_zone="Asia/Tokyo")
    page = client.get(reverse("event-new")).content.decode()
    assert '<option value="Asia/Tokyo" selected>' in page


def test_an_invalid_event_is_refused_at_its_field_and_keeps_what_was_typed(client, conductor):
    invalid = (
        ({"name": ""}, "name", "This field is required."),
        ({"name": "x" * 121}, "name", "Ensure this value has at most 120 characters"),
        ({"time_zone": "Moon/Tranquility"}, "time_zone", "“Moon/Tranquility” is not a time zone"),
        ({"starts_on": "tomorrow"}, "starts_on", "Enter a valid date."),
        ({"starts_on": "2026-11-23"}, "ends_on", "The last day is before the first day."),
    )
    for answer, field, sentence in invalid if ALL else invalid[::2]:
        response = client.post(reverse("event-new"), EVENT | {"venue": "Old depot"} | answer)
        assert response.status_code == 422, answer
        assert errors_of(response)[field][0].startswith(sentence)
        assert 'value="Old depot"' in response.content.decode()


def test_a_conductor_changes_an_event(client, event, conductor):
    response = client.post(reverse("event-edit", args=[event.slug]), EVENT | {"name": "Meet II"})
    assert response.url == f"{event.get_absolute_url()}?own=page"
    event.refresh_from_db()
    assert event.name == "Meet II"


def test_names_cannot_smuggle_in_markup(client, conductor, event):
    Event.objects.update(name="<script>alert(1)</script>", venue="<img src=x>")
    make_event("Second")
    for address in (reverse("home"), reverse("event-edit", args=[event.slug])):
        page = client.get(address).content.decode()
        assert "&lt;script&gt;alert" in page
        assert "<script>alert" not in page
        assert "<img src=x>" not in page


# --- Tournaments ----------------------------------------------------------------------------------


def test_the_form_of_a_tournament_starts_from_the_supplement(client, event, conductor):
    page = client.get(reverse("tournament-new", args=[event.slug])).content.decode()

    for field, value in TOURNAMENT.items():
        if field != "name":
            assert f'name="{field}" value="{value}"' in page, field
    assert "From the Express tournament supplement" in page


def test_the_form_says_whose_rules_a_game_has_and_who_chose_the_times(client, event, conductor):
    rulebooks = {
        "expect_delays": "the Expect Delays rulebook",
        "terminus": "a draft of the Terminus rulebook",
    }
    if ALL:
        rulebooks["metro_x"] = "the Metro X rulebook"
        rulebooks["night_express"] = "the Night Express rulebook"
    for key, rulebook in rulebooks.items():
        page = client.get(reverse("tournament-new", args=[event.slug]), {"game": key})
        sentence = f"Rules: {rulebook}. Times and all other values are suggested by Roundhouse."
        assert sentence in page.content.decode()


def test_a_conductor_creates_a_tournament(client, event, conductor):
    answer = TOURNAMENT | {"slot": "60", "final_slot": "90"}
    response = client.post(reverse("tournament-new", args=[event.slug]), answer)

    tournament = Tournament.objects.get()
    assert response.url == reverse("roster", args=[event.slug])
    assert (tournament.slot, tournament.final_slot) == (minutes(60), minutes(90))


INVALID = [
    ("name", {"name": ""}),
    ("slot", {"slot": "two hours"}),
    ("slot", {"slot": "9" * 5000}),
    ("slot", {"slot": "1e3"}),
    ("cutoff", {"cutoff": "120", "warning": "120"}),
    ("slot", {"slot": "0"}),
    ("target", {"target": "99999999999999999999"}),
    ("finalists", {"finalists": "2"}),
    ("table_preferred", {"table_preferred": ""}),
]


def test_invalid_values_are_refused_at_their_field_and_kept(client, event, conductor):
    """A page may make this of a refusal; test_rules.py has all that are refused."""
    for field, answer in INVALID if ALL else INVALID[::2]:
        response = client.post(reverse("tournament-new", args=[event.slug]), TOURNAMENT | answer)
        assert response.status_code == 422, field
        assert list(errors_of(response)) == [field]
        assert response.context["form"][field].value() == answer[field]
        # The head of the page leads to it: the field itself may be off the screen of a phone.
        page = response.text
        assert page.index(f'<a href="#id_{field}">') < page.index(f'id="id_{field}"')
    assert not Tournament.objects.exists()


def test_an_unknown_game_is_not_found(client, event, conductor):
    response = client.get(reverse("tournament-new", args=[event.slug]), {"game": "chess"})
    assert response.status_code == 404


def test_a_conductor_changes_a_tournament_and_a_running_clock_stays(client, event, conductor):
    tournament = make_tournament(event)
    running = make_round(tournament, [make_entries(tournament, 4)])
    address = reverse("tournament-edit", args=[event.slug, tournament.slug])
    assert "A round is running." in client.get(address).content.decode()

    client.post(address, TOURNAMENT | {"slot": "60"})
    tournament.refresh_from_db()
    running.refresh_from_db()
    assert tournament.slot == minutes(60)
    assert running.ends_at - running.started_at == minutes(120)


def test_a_finished_tournament_says_what_cannot_change(client, event, conductor):
    tournament = make_tournament(event, status=Tournament.Status.FINISHED)
    address = reverse("tournament-edit", args=[event.slug, tournament.slug])
    response = client.post(address, TOURNAMENT | {"target": "80"})

    assert errors_of(response) == {
        "__all__": ["This tournament is finished: only its name can be changed."]
    }


def test_the_public_is_sent_to_sign_in_and_back(client, event):
    """Who may use which page is in tests/routes/test_matrix.py."""
    address = reverse("event-edit", args=[event.slug])
    assert client.get(address).url == f"{reverse('sign-in')}?next={address}"


# --- Queries --------------------------------------------------------------------------------------


# Session, account, event and role: four queries for every page of a conductor; the fifth of a new
# tournament reads the games that the event defined itself.
@pytest.mark.parametrize(
    ("name", "queries"), [("event-new", 5), ("event-edit", 7), ("tournament-new", 7)]
)
def test_pages_of_events_have_a_known_number_of_queries(
    client, conductor, name, queries, django_assert_max_num_queries
):
    event = Event.objects.get()
    make_tournament(event)
    args = [] if name == "event-new" else [event.slug]
    with django_assert_max_num_queries(queries):
        client.get(reverse(name, args=args))


@pytest.mark.long
def test_the_page_that_changes_a_tournament_has_a_known_number_of_queries(
    client, event, conductor, django_assert_max_num_queries
):
    tournament = make_tournament(event)
    with django_assert_max_num_queries(7):
        client.get(reverse("tournament-edit", args=[event.slug, tournament.slug]))
