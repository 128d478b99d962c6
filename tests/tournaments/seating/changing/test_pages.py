"""The pages on which a conductor changes, compares and lists a seating, and a player asks why."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
)
from tests.tournaments.seating.head_to_head.playing import head_to_head
from tournaments.models import KeptApart, Round, Seat, Tournament
from tournaments.seating import services
from tournaments.seating.changing import services as changing
from tournaments.standings.next_round import services as next_round
from tournaments.standings.next_round.services import seat_next_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def conductor(client, tournament):
    client.force_login(make_conductor(tournament.event))
    return client


def address(name, round_, *more):
    tournament = round_.tournament
    return reverse(name, args=[tournament.event.slug, tournament.slug, round_.number, *more])


def draft(tournament, people=8) -> Round:
    make_entries(tournament, people)
    return seat_next_round(tournament, by=ANNA, at=NOON)


def published(tournament, people=8) -> Round:
    return services.publish_round(draft(tournament, people), by=ANNA, at=NOON)


def apart(round_):
    """Two people of different tables."""
    seats = Seat.objects.filter(round=round_).select_related("entry")
    first = seats.filter(table__number=1).order_by("position")[0].entry
    other = seats.filter(table__number=2).order_by("position")[0].entry
    return first, other


# --- Changing -------------------------------------------------------------------------------------


def test_a_pick_and_a_second_one_say_what_it_costs_before_it_is_done(conductor, tournament):
    round_ = draft(tournament)
    one, other = apart(round_)
    mate = round_.seats.filter(table__number=2).exclude(entry=other).first().entry.player
    one.player.household = mate.household = "Smith"
    one.player.save()
    mate.save()
    where = address("round-change", round_)
    assert "Choose a person" in conductor.get(where).text
    assert "Choose someone to swap with" in conductor.get(where, {"one": one.pk}).text
    page = conductor.get(where, {"one": one.pk, "other": other.pk}).text
    assert "worse" in page
    assert "1 more pair meets that should be kept apart." in page
    before = services.as_lists(round_)
    data = {"one": one.pk, "other": other.pk, "from": "change"}
    answer = conductor.post(address("seat-swap", round_), data)
    assert answer.url == where
    assert services.as_lists(round_) != before
    assert "Undo the swap of two seats" in conductor.get(where).text
    conductor.post(address("round-undo", round_))
    assert services.as_lists(round_) == before


@pytest.mark.long
def test_a_move_to_a_table_is_priced_too(conductor, tournament):
    round_ = draft(tournament)
    one, _other = apart(round_)
    page = conductor.get(address("round-change", round_), {"one": one.pk, "to": 2}).text
    assert "moves to Table 2" in page
    conductor.post(address("seat-move", round_), {"who": one.pk, "to": 2, "from": "change"})
    assert round_.seats.get(entry=one).table.number == 2


@pytest.mark.long
def test_nonsense_picks_nobody(conductor, tournament):
    where = address("round-change", draft(tournament))
    for query in ({"one": "x"}, {"one": "9" * 30}, {"one": "1", "other": "1"}, {"to": "-1"}):
        page = conductor.get(where, query)
        assert page.status_code == 200, query
        assert not page.context["picked"].complete


def test_a_seat_is_locked_and_unlocked(conductor, tournament):
    round_ = draft(tournament)
    one, _other = apart(round_)
    for locked in (True, False):
        conductor.post(address("seat-lock", round_), {"who": one.pk})
        assert round_.seats.get(entry=one).locked == locked
    assert conductor.post(address("seat-lock", round_), {"who": "x"}).status_code == 404


def test_two_proposals_stand_beside_each_other_and_either_may_be_taken(conductor, tournament):
    round_ = draft(tournament, 8)
    assert conductor.get(address("round-compare", round_)).status_code == 302
    first = services.as_lists(round_)
    conductor.post(address("round-reseat", round_))
    page = conductor.get(address("round-compare", round_)).text
    assert "sit at another table" in page
    assert "before the round was reseated" in page
    conductor.post(address("round-take", round_), {"with": round_.earlier_seatings.get().pk})
    assert services.as_lists(round_) == first
    for unknown in ("99999999", "²", "9" * 5000):
        sent = {"with": unknown}
        assert conductor.post(address("round-take", round_), sent).status_code == 302
        assert conductor.get(address("round-compare", round_), sent).status_code == 200


@pytest.mark.long
def test_nothing_to_undo_or_to_take_is_told(conductor, tournament):
    round_ = draft(tournament)
    for name in ("round-undo", "round-take"):
        page = conductor.post(address(name, round_), follow=True).text
        assert "There is nothing to undo" in page


@pytest.mark.long
@pytest.mark.parametrize("people", [8, 16])
def test_changing_costs_the_same_queries_for_many_people(
    conductor, tournament, people, same_queries
):
    round_ = draft(tournament, people)
    one, other = apart(round_)
    # session, user, round, role, tables, seats, earlier; review: standings, history,
    # constraints (2), staff, byes, people without a seat; who plays past the end elsewhere
    with same_queries(at_most=19):
        conductor.get(address("round-change", round_))
    with same_queries(at_most=24):
        conductor.get(address("round-change", round_), {"one": one.pk, "other": other.pk})
    next_round.reseat_round(round_, by=ANNA, at=NOON)
    with same_queries(at_most=18):
        conductor.get(address("round-compare", round_))


# --- Lists ----------------------------------------------------------------------------------------


# ../../standings/exporting/test_round_trips.py reads a seating back from each file.
@pytest.mark.long
def test_a_seating_goes_out_as_a_list_and_comes_back_the_same(conductor, tournament):
    round_ = draft(tournament)
    before = services.as_lists(round_)
    answer = conductor.get(address("round-list", round_))
    assert "attachment" in answer["Content-Disposition"]
    one, other = apart(round_)
    changing.swap_seats(round_, one, other, by=ANNA, at=NOON)
    file = SimpleUploadedFile("seating.csv", answer.content)
    done = conductor.post(address("round-read-list", round_), {"file": file})
    assert done.status_code == 302
    assert services.as_lists(round_) == before


@pytest.mark.long
def test_a_list_by_name_with_semicolons_will_do(conductor, tournament):
    round_ = draft(tournament, 4)
    text = "Player;Table\nplayer 004;1\nPlayer 002;1\nPlayer 001;1\nPlayer 003;1\n"
    conductor.post(address("round-read-list", round_), {"text": text})
    names = round_.seats.order_by("position").values_list("entry__player__name", flat=True)
    assert list(names) == ["Player 004", "Player 002", "Player 001", "Player 003"]


def test_a_list_that_cannot_be_read_is_told_by_its_line(conductor, tournament):
    round_ = draft(tournament)
    before = services.as_lists(round_)
    for text, told in (
        ("", "Paste the list"),
        ("name,seat\nx,1\n", "must name the columns"),
        ("table,player\n1,Nobody\n", "Line 2 of the list: nobody in this tournament"),
        (
            "table,player\n1,Player 001\n2,Player 001\n",
            "Line 3 of the list: Player 001 already has",
        ),
        ("table,player\nx,Player 001\n", "the table must be a number"),
        ("table,player\n99,Player 001\n", "there is no table 99"),
        ("table,player\n", "nobody has a seat"),
    ):
        page = conductor.post(address("round-read-list", round_), {"text": text})
        assert page.status_code == 422, text
        assert told in page.text
    assert services.as_lists(round_) == before


def text_of(tables, byes=()):
    lines = [f"{number},{entry.pk}" for number, table in enumerate(tables, 1) for entry in table]
    return "\n".join(["table,entry", *lines, *(f"bye,{entry.pk}" for entry in byes)])


@pytest.mark.parametrize(
    "pairing",
    [*(pytest.param(one, marks=pytest.mark.long) for one in ("field", "robin")), "tables"],
)
def test_a_list_that_forgets_somebody_names_them_and_changes_nothing(
    conductor, tournament, pairing
):
    tables = pairing == "tables"
    one = tournament if tables else head_to_head(pairing, 7, tournament.event)
    round_ = draft(tournament, 7) if tables else seat_next_round(one, by=ANNA, at=NOON)
    people = list(one.entries.order_by("pk").select_related("player"))
    before = services.as_lists(round_)
    where = address("round-read-list", round_)
    page = conductor.post(where, {"text": text_of([people[:2], people[2:4]], people[4:5])})
    assert page.status_code == 422
    assert f"Not on the list: {people[5].player}, {people[6].player}." in page.text
    assert services.as_lists(round_) == before


def test_a_list_seats_two_at_a_table_for_two_and_moves_the_bye(conductor, tournament):
    cup = head_to_head("field", 5, tournament.event)
    a, b, c, d, e = cup.entries.order_by("pk")
    round_ = seat_next_round(cup, by=ANNA, at=NOON)
    where = address("round-read-list", round_)
    page = conductor.post(where, {"text": text_of([[a, b, c], [d, e]])})
    assert (page.status_code, "Each table here takes two" in page.text) == (422, True)
    for out in (a, e):
        two, four = (b, d) if out is a else (a, b)
        rest = [one for one in (a, b, c, d, e) if one not in (out, two, four)]
        text = text_of([[two, four], rest], [out])
        assert conductor.post(where, {"text": text}).status_code == 302
        assert [bye.entry for bye in round_.byes.all()] == [out]
    listed = conductor.get(address("round-list", round_)).text
    assert f"bye,,{e.player.name},{e.pk}" in listed
    assert conductor.post(where, {"text": listed}).status_code == 302


def test_a_list_overfills_no_table_and_gives_no_bye_in_a_bracket(conductor, tournament):
    round_ = draft(tournament, 9)
    where = address("round-read-list", round_)
    page = conductor.post(where, {"text": text_of([tournament.entries.all()])})
    assert "Table 1 has 9 people on the list." in page.text
    cup = head_to_head("single", 4, tournament.event)
    a, b, c, d = cup.entries.order_by("pk")
    where = address("round-read-list", seat_next_round(cup, by=ANNA, at=NOON))
    page = conductor.post(where, {"text": text_of([[a, b]], [c, d])})
    assert "A bracket has no byes to give" in page.text


def test_a_name_that_a_spreadsheet_would_compute_is_written_as_text(conductor, tournament):
    (entry, *_) = make_entries(tournament, 4)
    entry.player.name = "=SUM(A1)"
    entry.player.save()
    round_ = seat_next_round(tournament, by=ANNA, at=NOON)
    assert "'=SUM(A1)" in conductor.get(address("round-list", round_)).text


# --- Why, and who met whom ------------------------------------------------------------------------


def test_a_player_reads_why_they_sit_where_they_sit(client, tournament):
    round_ = published(tournament, 12)
    entry = round_.seats.first().entry
    page = client.get(address("seat-why", round_, entry.pk)).text
    assert "Why this table?" in page
    assert page.count("new to you") == 3
    assert "Swapping with" in page
    assert "Equally good: chosen by lot" in page
    assert client.get(address("seat-why", round_, 99999999)).status_code == 404


def test_nobody_reads_why_before_it_is_published(client, tournament):
    round_ = draft(tournament)
    entry = round_.seats.first().entry
    assert client.get(address("seat-why", round_, entry.pk)).status_code == 404


def test_why_names_the_rounds_of_earlier_meetings(client, tournament):
    entries = make_entries(tournament, 4)
    first = make_round(tournament, [entries])
    Round.objects.filter(pk=first.pk).update(status="closed", closed_at=first.ends_at)
    second = make_round(tournament, [entries], number=2, started_at=None)
    page = client.get(address("seat-why", second, entries[0].pk)).text
    assert page.count("met in round 1") == 3
    assert "None: there is only one table" in page


def test_the_matrix_counts_meetings_of_published_rounds(client, tournament):
    where = reverse("who-met", args=[tournament.event.slug, tournament.slug])
    assert "Nobody has met yet" in client.get(where).text
    entries = make_entries(tournament, 6)
    first = make_round(tournament, [entries[:3], entries[3:]])
    Round.objects.filter(pk=first.pk).update(status="closed", closed_at=first.ends_at)
    make_round(tournament, [[entries[0], entries[1], entries[5]]], number=2)
    matrix = client.get(where).context["matrix"]
    assert matrix.rows[0] == ("Player 001", 3, [None, 2, 1, 0, 0, 1])
    assert (matrix.pairs, matrix.repeats, matrix.most) == (8, 1, 2)


def test_a_league_over_weeks_shows_its_fixtures_instead_of_a_matrix(client):
    tournament = head_to_head(Tournament.Pairing.FIXTURES, 2)
    here = [tournament.event.slug, tournament.slug]
    assert client.get(reverse("who-met", args=here)).url == reverse("weeks", args=here)


@pytest.mark.long
@pytest.mark.parametrize("people", [8, 16])
def test_why_and_the_matrix_cost_the_same_queries_for_many_people(
    client, tournament, people, same_queries
):
    round_ = published(tournament, people)
    entry = round_.seats.first().entry
    where = address("seat-why", round_, entry.pk)
    # round, tables, seats, standings, history, kept apart, conductors
    with same_queries(at_most=9):
        client.get(where)
    with same_queries(at_most=4):  # tournament, seats, entries
        client.get(reverse("who-met", args=[tournament.event.slug, tournament.slug]))


# --- Constraints ----------------------------------------------------------------------------------


def test_wishes_are_noted_shown_and_taken_back(conductor, tournament):
    one, other = make_entries(tournament, 2)
    where = reverse("wishes", args=[tournament.event.slug])
    conductor.post(where, {"act": "apart", "one": other.player_id, "other": one.player_id})
    conductor.post(where, {"act": "table", "entry": one.pk, "table": 2})
    conductor.post(where, {"act": "team", "player": other.player_id, "team": "Reds"})
    staff = tournament.event.staff.get()
    conductor.post(where, {"act": "plays", "staff": staff.pk, "plays": one.player_id})
    page = conductor.get(where).text
    assert "Player 001 · Player 002" in page
    assert "Reds" in page
    one.refresh_from_db()
    staff.refresh_from_db()
    assert one.fixed_table == 2
    assert staff.player_id == one.player_id
    conductor.post(where, {"act": "together", "pair": KeptApart.objects.get().pk})
    conductor.post(where, {"act": "table", "entry": one.pk, "table": ""})
    one.refresh_from_db()
    assert one.fixed_table is None
    assert not KeptApart.objects.exists()


def test_wrong_wishes_and_those_about_people_of_another_event_are_told(conductor, tournament):
    where = reverse("wishes", args=[tournament.event.slug])
    for sent in (
        {},
        {"act": "odd"},
        {"act": "apart", "one": "1", "other": "x"},
        {"act": "table", "entry": "", "table": "0"},
        {"act": "together", "pair": "99999999"},
    ):
        assert conductor.post(where, sent).status_code == 422, sent
    (here,) = make_entries(tournament, 1)
    (there,) = make_entries(make_tournament(make_event("Elsewhere")), 1)
    data = {"act": "apart", "one": here.player_id, "other": there.player_id}
    assert conductor.post(where, data).status_code == 422


def test_a_table_that_only_its_own_player_could_rule_is_named(conductor, tournament):
    entries = make_entries(tournament, 8)
    staff = tournament.event.staff.get()
    staff.player = entries[0].player
    staff.save()
    round_ = seat_next_round(tournament, by=ANNA, at=NOON)
    page = conductor.get(round_.get_absolute_url(), {"own": "page"}).text
    assert "would have to rule at their own table" in page


@pytest.mark.long
def test_a_wish_that_cannot_be_is_named(conductor, tournament):
    entries = make_entries(tournament, 6)
    three = sorted(entry.player_id for entry in entries[:3])
    for pair in ((0, 1), (0, 2), (1, 2)):
        KeptApart.objects.create(
            event=tournament.event, one_id=three[pair[0]], other_id=three[pair[1]]
        )
    round_ = seat_next_round(tournament, by=ANNA, at=NOON)
    page = conductor.get(round_.get_absolute_url(), {"own": "page"}).text
    assert "cannot all be kept apart at 2 tables" in page
    assert "should be kept apart" in page
