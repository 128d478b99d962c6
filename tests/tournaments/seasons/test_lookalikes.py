"""Look-alikes of a season: joined or told apart by conductors, and either can be taken back."""

import re

import pytest
from django.urls import reverse

from tests.builders import ANNA, make_conductor
from tests.tournaments.seasons.gatherings import LATER, count, make_season, play
from tests.tournaments.standings.exporting.event_files import forgotten
from tournaments.errors import ChangedSinceSeen
from tournaments.ledger import Actor
from tournaments.models import DifferentPeople, LedgerEntry, Player, Season, User
from tournaments.names import alike
from tournaments.privacy.services import erase
from tournaments.seasons.careers import services as careers
from tournaments.seasons.computing import services as computing
from tournaments.seasons.lookalikes.queries import lookalikes
from tournaments.seasons.lookalikes.services import ask_again, tell_apart

# Who looks alike is decided in Python: test_seasons.py joins people on PostgreSQL.
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("that_day"),
    pytest.mark.long("postgresql"),
]
WHO = {"by": ANNA, "at": LATER}
SPELLINGS = ("Zoë Lee", "Lee, Zoe", "ZOE LEE", "Zoe Lee (York)")


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_names_are_alike_in_any_order_with_accents_case_and_what_is_in_brackets(spelling):
    assert alike(spelling) == alike("Zoe Lee")


def test_other_names_are_not_alike():
    assert len({alike(name) for name in ("Zoe Lee", "Zoe Leeds", "Zoe", "Lee", "(Lee)", "李")}) == 6


@pytest.fixture(scope="module")
def league(django_db_setup, django_db_blocker, redis_server):
    """Made once; what a test does with it is rolled back."""
    with forgotten(django_db_blocker):
        owner = User.objects.create_user("olga@example.org", "a long password", name="Olga")
        made = make_season(owner, name="League", rule="best-results")
        for event, name in zip(("Winter", "Spring", "Autumn"), SPELLINGS, strict=False):
            count(made, play(event, (name, "Ben"), [9, 8]))
        Player.objects.filter(name="Lee, Zoe").update(home_town="York")
        made.refresh_from_db()
        computing.refresh(made, at=LATER)
        yield made.pk


@pytest.fixture
def season(league):
    """Three events, at each of which Zoe Lee has another spelling, a town, or both."""
    return Season.objects.get(pk=league)


@pytest.fixture
def owner(season):
    return season.owner


@pytest.fixture
def conductor(client, season, owner):
    """The owner of the season, who conducts all three events."""
    for event in {part.tournament.event for part in season.parts.all()}:
        event.staff.create(user=owner, role="conductor")
    client.force_login(owner)
    return client


def where(season):
    return reverse("season-people", args=[season.slug])


def the(name):
    return Player.objects.get(name=name)


def asked(season, events=()):
    found = lookalikes(season, events).questions
    return [(question.one.name_now, question.other.name_now) for question in found]


def people(season):
    computing.refresh(season, at=LATER)
    return season.standings.count()


def test_the_rows_of_one_person_are_joined_by_two_answers_and_the_last_is_taken_back(
    season, conductor
):
    assert people(season) == 4
    assert len(asked(season)) == 3
    for left in (3, 2):
        page = conductor.get(where(season)).text
        one, other, seen = re.search(
            r'name="one" value="(\d+)"><input type="hidden" name="other" value="(\d+)">'
            r'<input type="hidden" name="seen" value="(\w+)"', page
        ).groups()  # fmt: skip
        sent = {"what": "join", "one": one, "other": other, "seen": seen}
        assert conductor.post(where(season), sent).status_code == 302
        assert season.standings.count() == left
    page = conductor.get(where(season)).text
    assert "No two rows look alike." in page
    joined = re.search(r'name="one" value="(\d+)"><button[^>]* value="undo"', page)[1]
    conductor.post(where(season), {"what": "undo", "one": joined})
    assert season.standings.count() == 3
    assert len(asked(season)) == 1


def test_different_people_are_not_asked_about_until_that_is_taken_back(season, conductor):
    one, other = the("Zoë Lee"), the("Lee, Zoe")
    sent = {"what": "apart", "one": other.pk, "other": one.pk}
    conductor.post(where(season), sent)
    assert len(asked(season)) == 2
    # Whoever is joined with one of them is another person than the other, too.
    careers.merge(one, the("ZOE LEE"), **WHO)
    assert people(season) == 3
    assert asked(season) == []
    said = DifferentPeople.objects.get()
    conductor.post(where(season), {"what": "again", "said": said.pk})
    assert len(asked(season)) == 1
    verbs = LedgerEntry.objects.filter(event=one.event).values_list("verb", flat=True)
    assert {"tell people apart", "ask about people"} <= set(verbs)


def test_of_people_of_other_events_the_ledger_has_no_name(season, owner):
    one, other = the("Zoë Lee"), the("Lee, Zoe")
    tell_apart(one, other, **WHO)
    careers.merge(one, other, **WHO | {"by": Actor("Olga", owner)})
    assert not DifferentPeople.objects.exists()
    careers.unmerge(one, **WHO)
    told = LedgerEntry.objects.filter(verb__contains="people")
    assert {entry.subject for entry in told.filter(event=one.event)} == {
        "Zoë Lee | Spring", "Zoë Lee = Spring", "Zoë Lee"
    }  # fmt: skip
    assert not told.filter(event=other.event, subject__contains="Zoë").exists()


def test_an_answer_about_somebody_else_than_was_seen_is_refused(season):
    one, other = the("Zoë Lee"), the("Lee, Zoe")
    events = set(Player.objects.values_list("event_id", flat=True))
    seen = next(
        question.pair.seen
        for question in lookalikes(season, events).questions
        if {question.pair.one, question.pair.other} == {one, other}
    )
    careers.merge(other, the("ZOE LEE"), **WHO)
    for verb in (careers.merge, tell_apart):
        with pytest.raises(ChangedSinceSeen):
            verb(one, other, seen=seen, **WHO)


def test_only_who_conducts_an_event_of_each_can_answer(client, season, owner):
    client.force_login(owner)
    one, other = the("Zoë Lee"), the("Lee, Zoe")
    sent = {"what": "join", "one": one.pk, "other": other.pk}
    assert "Only somebody who conducts an event of each" in client.get(where(season)).text
    assert client.post(where(season), sent).status_code == 403
    client.force_login(make_conductor(one.event, email="c@example.org"))
    assert client.get(where(season)).status_code == 403
    assert people(season) == 4


def test_erasing_one_of_two_leaves_the_other_as_they_are_called(season):
    one, other = the("Zoë Lee"), the("Lee, Zoe")
    tell_apart(one, the("ZOE LEE"), **WHO)
    careers.merge(one, other, **WHO)
    erase(one, **WHO)
    names = {row.name_now for row in season.standings.select_related("player")}
    assert "Lee, Zoe" in names
    assert not any("Zoë" in name for name in names)
    assert not DifferentPeople.objects.exists()
    assert not LedgerEntry.objects.filter(subject__contains="Zoë").exists()
    assert len(asked(season)) == 1


def test_what_was_said_stays_where_somebody_asked_again_before(season):
    said = tell_apart(the("Zoë Lee"), the("Lee, Zoe"), **WHO)
    ask_again(said, **WHO)
    ask_again(said, **WHO)
    assert LedgerEntry.objects.filter(verb="ask about people").count() == 2  # one an event


def test_two_of_one_name_are_told_apart_on_the_page_of_the_season(client, owner):
    made = make_season(owner, name="League", rule="best-results")
    for event, town in (("May", "York"), ("June", "Leeds")):
        count(made, play(event, ("Zoe Lee", "Ben"), [9, 8]))
        mine = Player.objects.filter(event__name=event, name="Zoe Lee")
        mine.update(home_town=town, identity=f"name:zoe lee|{town.lower()}")
    made.refresh_from_db()
    computing.refresh(made, at=LATER)
    page = client.get(made.get_absolute_url()).text
    assert "Zoe Lee (York)" in page
    assert "Zoe Lee (Leeds)" in page


# What it asks: the tests above.
@pytest.mark.long
def test_the_page_costs_the_same_for_more_look_alikes(season, conductor, same_queries):
    with same_queries("page", at_most=14):
        conductor.get(where(season))
    count(season, play("Summer", ("lee zoe", "Cy", "cÿ"), [9, 8, 7]))
    season.refresh_from_db()
    computing.refresh(season, at=LATER)
    with same_queries("page", at_most=14):
        conductor.get(where(season))
