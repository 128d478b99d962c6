"""A season over several events, computed from the stored standings of its tournaments."""

import csv
import io

import pytest
from django.db import transaction
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor
from tests.selecting import ON_SQLITE
from tests.tournaments.seasons.gatherings import LATER, count, make_season, play
from tests.tournaments.standings.exporting.event_files import forgotten
from tests.tournaments.standings.hands import report
from tournaments.ledger import Actor, record
from tournaments.models import Person, Player, Season, Standing, User
from tournaments.results_version import count_change
from tournaments.seasons import errors, people, services
from tournaments.seasons.careers import services as careers
from tournaments.seasons.computing import services as computing
from tournaments.standings.computing import services as standings
from tournaments.verbs import Verb

# Left to SQLite is what Python computes of rows. PostgreSQL stores a season, a merge, its undoing.
pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Ben", "Cay", "Dee")


@pytest.fixture(scope="module")
def league(django_db_setup, django_db_blocker, redis_server):
    """Made once; what a test does with it is rolled back."""
    with forgotten(django_db_blocker):
        owner = User.objects.create_user("olga@example.org", "a long password", name="Olga")
        made = make_season(owner, name="League 2026", rule="best-results")
        count(made, play("Winter", NAMES, [40, 30, 20, 10]))
        count(made, play("Spring", NAMES, [10, 30, 40, 20]))
        made.refresh_from_db()
        computing.refresh(made, at=LATER)
        yield made.pk


@pytest.fixture
def season(league):
    """Two events: Ann wins the first, Cay the second; Ben is second at both."""
    return Season.objects.get(pk=league)


@pytest.fixture
def owner(season):
    return season.owner


def table(season):
    return [(row.place, row.name, row.total) for row in season.standings.order_by("rank")]


def test_people_with_the_same_identity_are_one_row(season):
    assert table(season) == [
        (1, "Cay", "400/3"),
        (2, "Ben", "400/3"),
        (3, "Ann", "100"),
        (4, "Dee", "100/3"),
    ]
    first = season.standings.get(rank=1)
    assert first.why == "Equal in total. A higher number 1 result: 100 against 66.67."
    assert (first.events, first.wins) == (2, 1)


def test_nothing_new_is_not_computed_again(season):
    assert computing.refresh(season, at=LATER) is False
    assert computing.refresh_stale(at=LATER) == 0


@ON_SQLITE
def test_a_corrected_hand_changes_the_season(season):
    part = season.parts.order_by("pk").first()
    report(part.tournament.rounds.get().tables.get(), [0, 0, 0, 500])
    standings.refresh(part.tournament_id, at=LATER)
    computing.refresh_stale(at=LATER)
    assert table(season)[0][1] == "Dee"
    assert {name: total for _p, name, total in table(season)}["Dee"] == "400/3"


@ON_SQLITE
def test_a_person_at_too_few_events_has_no_place(season):
    count(season, play("Summer", ("Eve", "Fay"), [9, 1]))
    values = {field: getattr(season, field) for field in services.FIELDS}
    changed = services.change_season(season, by=ANNA, at=LATER, **values | {"minimum_events": 2})
    computing.refresh(changed, at=LATER)
    assert [row[:2] for row in table(season)][-2:] == [(None, "Eve"), (None, "Fay")]


def test_people_are_merged_and_separated_without_losing_a_result(season):
    count(season, play("Summer", ("Anne", "Ben"), [9, 1]))
    season.refresh_from_db()
    computing.refresh(season, at=LATER)
    before = table(season)
    rows = list(Standing.objects.order_by("pk").values())
    ann = Player.objects.filter(name="Ann").order_by("pk").first()
    anne = Player.objects.get(name="Anne")

    careers.merge(ann, anne, by=ANNA, at=LATER)
    computing.refresh(season, at=LATER)
    assert {name: total for _p, name, total in table(season)}["Ann"] == "200"
    assert len(table(season)) == len(before) - 1

    careers.separate(anne, by=ANNA, at=LATER)
    computing.refresh(season, at=LATER)
    assert table(season) == before
    assert list(Standing.objects.order_by("pk").values()) == rows


@ON_SQLITE
def test_a_merge_includes_everybody_merged_before(season):
    ann, other = Player.objects.filter(name="Ann").order_by("pk")
    ben = Player.objects.filter(name="Ben").order_by("pk").first()
    person = careers.merge(ann, ben, by=ANNA, at=LATER)
    assert Player.objects.filter(person=person).count() == 4
    with pytest.raises(errors.NobodyToMerge):
        careers.merge(other, ben, by=ANNA, at=LATER)
    assert Person.objects.count() == 1


@ON_SQLITE
def test_somebody_alone_cannot_be_separated():
    play("Summer", ("Zoe", "Ben"), [2, 1])
    with pytest.raises(errors.IsAlone):
        careers.separate(Player.objects.get(name="Zoe"), by=ANNA, at=LATER)


@ON_SQLITE
def test_a_merged_person_who_entered_twice_has_the_better_result(season):
    part = season.parts.order_by("pk").first()
    ann = Player.objects.get(event=part.tournament.event, name="Ann")
    dee = Player.objects.get(event=part.tournament.event, name="Dee")
    careers.merge(ann, dee, by=ANNA, at=LATER)
    computing.refresh(season, at=LATER)
    merged = season.standings.get(name="Ann")
    assert len(merged.results) == 2


def test_the_page_shows_results_that_count_and_why(client, season, django_assert_max_num_queries):
    where = reverse("season", args=[season.slug])
    # Season, parts with their questioned rounds, rows; who is who; the divisions around it.
    with django_assert_max_num_queries(9):
        html = client.get(where).content.decode()
    assert "League 2026" in html
    assert "Winter" in html
    assert "Best results" in html
    assert "Equal in total. A higher number 1 result" in html


def test_up_and_down_are_marked_by_word(client, season):
    Season.objects.update(promoted=1, relegated=1)
    html = client.get(reverse("season", args=[season.slug])).content.decode()
    assert html.count("goes up") == html.count("goes down") == 1


def test_a_season_is_set_up_and_changed_by_its_owner(
    client, owner, django_capture_on_commit_callbacks
):
    client.force_login(owner)
    tournament = play("Autumn", NAMES, [40, 30, 20, 10])
    make_conductor(tournament.event)
    answer = client.post(reverse("season-new"), {"name": "League", "rule": "laurels", "best": 3})
    season = Season.objects.get(name="League")
    assert answer.url == reverse("season-edit", args=[season.slug])
    add = reverse("season-part-add", args=[season.slug])
    refused = client.post(add, {"tournament": tournament.pk, "level": 1})
    assert "of your events already counts" in refused.content.decode()
    assert not season.parts.exists()
    owner.roles.create(event=tournament.event, role="conductor")
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(add, {"tournament": tournament.pk, "level": 2}).status_code == 302
    assert len(table(season)) == 4
    part = season.parts.get()
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("season-part-remove", args=[season.slug, part.pk]))
    assert table(season) == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"name": "", "rule": "laurels"}, "required"),
        ({"name": "L", "rule": "luck"}, "valid choice"),
    ],
)
def test_the_form_shows_what_is_wrong(client, owner, data, message):
    client.force_login(owner)
    answer = client.post(reverse("season-new"), data)
    assert answer.status_code == 422
    assert message in answer.content.decode()


def test_the_table_as_a_file(client, season):
    answer = client.get(reverse("season-file", args=[season.slug, "csv"]))
    lines = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert lines[0]["person"] == "Cay"
    assert lines[0]["exact total"] == "133 1/3"
    assert client.get(reverse("season-file", args=[season.slug, "exe"])).status_code == 404


def test_files_and_the_api_say_when_newer_results_are_not_in_a_season_yet(client, season):
    def said():
        file = client.get(reverse("season-file", args=[season.slug, "json"])).json()
        rows = client.get(reverse("api-season-standings", args=[season.slug])).json()["results"]
        return {row["current"] for row in file}, {row["is_current"] for row in rows}

    assert said() == ({"yes"}, {True})
    part = season.parts.select_related("tournament").first()
    with transaction.atomic():
        count_change(part.tournament_id, at=NOON)
    assert said() == ({"no"}, {False})


@pytest.mark.usefixtures("that_day")
def test_newer_results_of_a_tournament_that_runs_are_said_to_be_missing_as_well(client, season):
    summer = play("Summer", NAMES, [1, 2, 3, 4], status="running")
    count(season, summer)
    Season.objects.update(counts_running=True)
    season.refresh_from_db()
    computing.refresh(season, at=LATER)
    where = season.get_absolute_url()
    assert "Newer results are not in it yet." not in client.get(where).text
    with transaction.atomic():
        count_change(summer.pk, at=LATER)
    assert "Newer results are not in it yet." in client.get(where).text


def test_two_seasons_of_one_name_have_two_addresses(owner):
    slugs = [make_season(owner, name="New", rule="laurels").slug for _each in range(2)]
    assert slugs == ["new-2", "new-3"]


def test_the_list_has_all(client, season):
    assert "League 2026" in client.get(reverse("seasons")).content.decode()


@ON_SQLITE
def test_a_merge_of_many_is_undone_at_once(season, owner):
    ann, ben = (Player.objects.filter(name=name).order_by("pk").first() for name in ("Ann", "Ben"))
    dee = Player.objects.filter(name="Dee").order_by("pk").first()
    mapping = {p.pk: people.key_of(p) for p in Player.objects.all()}
    careers.merge(ann, ben, by=Actor("Olga", owner), at=LATER)
    between = {p.pk: people.key_of(p) for p in Player.objects.all()}
    careers.merge(ann, dee, by=Actor("Olga", owner), at=LATER)
    ann.refresh_from_db()
    careers.unmerge(ann, by=ANNA, at=LATER)
    assert {p.pk: people.key_of(p) for p in Player.objects.all()} == between
    careers.unmerge(ann, by=ANNA, at=LATER)
    assert {p.pk: people.key_of(p) for p in Player.objects.all()} == mapping
    with pytest.raises(errors.NothingToUnmerge):
        careers.unmerge(ann, by=ANNA, at=LATER)


def test_a_merge_that_came_with_an_event_file_is_not_undone_by_the_keys_of_its_site(season):
    ann, ben = (Player.objects.filter(name=name).order_by("pk").first() for name in ("Ann", "Ben"))
    Player.objects.filter(pk__in=[ann.pk, ben.pk]).update(person=Person.objects.create(name="Ann"))
    before = {"players": {str(ann.pk): None, str(ben.pk): None}}
    record(ann.event, Verb.MERGE_PEOPLE, "Zoe = Zoë", by=ANNA, at=LATER, before=before)
    with pytest.raises(errors.NothingToUnmerge):
        careers.unmerge(ann, by=ANNA, at=LATER)


@ON_SQLITE
def test_a_merge_that_was_changed_since_is_not_undone_as_a_whole(season, owner):
    ann, ben = (Player.objects.filter(name=name).order_by("pk").first() for name in ("Ann", "Ben"))
    careers.merge(ann, ben, by=Actor("Olga", owner), at=LATER)
    careers.separate(ben, by=ANNA, at=LATER)
    with pytest.raises(errors.NothingToUnmerge):
        careers.unmerge(ann, by=ANNA, at=LATER)


def test_a_conductor_undoes_a_merge_on_the_page_and_nobody_else_does(season, owner, client):
    ann, ben = (Player.objects.filter(name=name).order_by("pk").first() for name in ("Ann", "Ben"))
    careers.merge(ann, ben, by=Actor("Olga", owner), at=LATER)
    where = reverse("player-unmerge", args=[ann.event.slug, ann.pk])
    client.post(where)
    ann.refresh_from_db()
    assert ann.person_id
    client.force_login(make_conductor(ann.event, "undo@example.org"))
    page = client.get(reverse("player", args=[ann.event.slug, ann.pk]), {"own": "parts"}).text
    assert "Undo the last merge" in page
    assert "Merge undone" in client.post(where, follow=True).text
    ann.refresh_from_db()
    assert ann.person_id is None
    assert "Ann has no merge to undo" in client.post(where, follow=True).text
