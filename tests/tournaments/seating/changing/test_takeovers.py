"""Somebody takes over a seat in the middle of a game: who counts is said once and plainly."""

from copy import deepcopy

import pytest
from django.db.models import Q
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    phone_of,
)
from tests.routes.controls import PageForms
from tests.selecting import ON_SQLITE
from tests.tournaments.seating.head_to_head.playing import P, head_to_head, seat
from tests.tournaments.standings.exporting.event_files import normal, written
from tests.tournaments.standings.hands import close, report
from tournaments.access.shown_results import EVERYTHING
from tournaments.audience import own_games
from tournaments.clock.services import start_slot, undo_last
from tournaments.errors import ChangedSinceSeen
from tournaments.models import Bye, LedgerEntry, Player, Seat, Standing
from tournaments.registration.services import check_in, enter
from tournaments.results import errors as result_errors
from tournaments.results.ruling.exchanging import exchange_results
from tournaments.seating import errors
from tournaments.seating.changing import takeovers
from tournaments.seating.changing.helpers import seat_helper, who_may_help
from tournaments.seating.changing.late import add_late_arrival
from tournaments.seating.changing.services import move_seat, remove_no_show, swap_seats, undo
from tournaments.seating.review import without_seat
from tournaments.seating.roster import history
from tournaments.seating.round_changes import state_of
from tournaments.seating.services import publish_round
from tournaments.standings.computing.services import refresh
from tournaments.standings.exporting import event_reader
from tournaments.standings.exporting.spreadsheets import hands_data

# Who may take over, and who counts, is Python. What is marked stores it on PostgreSQL as well.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
WHO = {"by": ANNA, "at": NOON}
WHY = {**WHO, "reason": "had to catch a train"}
BEGAN, PLAYS_ON, NOBODY = takeovers.CountsFor


def people_of(event):
    """Seven who play, and Hal of the roster, who does not."""
    entries = make_entries(make_tournament(event, scheme="house", rounds_planned=3), 7)
    return entries, Player.objects.create(event=event, name="Hal", identity="hal")


@pytest.fixture(scope="module")
def without_round(module_database):
    return people_of(make_event("Before the round"))


@pytest.fixture(scope="module")
def with_round(module_database):
    """Two tables that play, the first with a hand."""
    entries, hal = people_of(make_event("In the round"))
    made = make_round(entries[0].tournament, [entries[:4], entries[4:]])
    report(made.tables.get(number=1), [40, 30, 20, 10])
    return entries, hal, made


@pytest.fixture
def found(request, without_round, with_round):
    """Copies; of what has a round for a test that asks for one."""
    has_round = {"round_", "one"} & set(request.fixturenames)
    return deepcopy(with_round if has_round else without_round)


@pytest.fixture
def entries(found):
    return found[0]


@pytest.fixture
def tournament(entries):
    return entries[0].tournament


@pytest.fixture
def hal(found):
    return found[1]


@pytest.fixture
def round_(found):
    return found[2]


def joins(player, tournament):
    return check_in(enter(player, tournament, **WHO), **WHO)


def takes_over(round_, entry, player, counts_for=BEGAN):
    return takeovers.take_over(round_, entry, player, counts_for=counts_for, **WHY)


def scores(tournament):
    refresh(tournament.pk, at=NOON)
    rows = Standing.objects.filter(tournament=tournament)
    return dict(rows.values_list("entry__player__name", "score"))


@pytest.mark.each_database
@pytest.mark.parametrize(
    ("counts_for", "expected"),
    [
        pytest.param(BEGAN, ("4", None), marks=pytest.mark.long("postgresql")),
        (PLAYS_ON, ("0", "4")),
        pytest.param(NOBODY, ("0", None), marks=pytest.mark.long("postgresql")),
    ],
)
def test_the_result_counts_for_whom_the_conductor_says_and_goes_back_whole(
    round_, entries, hal, counts_for, expected
):
    before = scores(round_.tournament)
    if counts_for == PLAYS_ON:
        joins(hal, round_.tournament)
    made = takes_over(round_, entries[0], hal, counts_for)
    found = scores(round_.tournament)
    assert (found.get("Player 001", "0"), found.get("Hal")) == expected
    assert found["Player 002"] == before["Player 002"]
    takeovers.take_back(round_, made.entry, **WHY)
    assert scores(round_.tournament) == before
    assert not Bye.objects.exists()
    said = LedgerEntry.objects.filter(verb__endswith="seat").order_by("pk")
    assert [one.after["counts_for"] for one in said] == [counts_for, BEGAN]


def test_who_began_is_absent_once_the_result_is_no_longer_theirs(round_, entries, hal):
    joins(hal, round_.tournament)
    takes_over(round_, entries[0], hal, PLAYS_ON)
    assert Bye.objects.get().entry == entries[0]
    assert Bye.objects.get().kind == Bye.Kind.ABSENT


@pytest.mark.parametrize(
    "said",
    [
        (PLAYS_ON, "took over from \u2068Player 001\u2069; counts for \u2068Hal\u2069"),
        *(
            pytest.param(said, marks=pytest.mark.long)
            for said in (
                (BEGAN, "Hal\u2069 took over; counts for \u2068Player 001\u2069"),
                (NOBODY, "Hal\u2069 took over; counts for nobody"),
            )
        ),
    ],
)
def test_place_sheet_and_standings_say_who_counts(client, round_, entries, hal, said):
    counts_for, words = said
    joins(hal, round_.tournament)
    takes_over(round_, entries[0], hal, counts_for)
    refresh(round_.tournament_id, at=NOON)
    event, slug = round_.tournament.event, round_.tournament.slug
    pages = [
        reverse("round", args=[event.slug, slug, 1]),
        reverse("table", args=[round_.tables.get(number=1).code]),
        reverse("standings", args=[event.slug, slug]),
        reverse("find", args=[event.slug]) + f"?player={hal.pk}",
    ]
    assert [page for page in pages if words not in client.get(page, follow=True).text] == []


def test_whoever_plays_on_has_the_seat_on_their_phone_and_who_left_has_not(
    client, round_, entries, hal
):
    event, table = round_.tournament.event, round_.tables.get(number=1)
    takes_over(round_, entries[0], hal)
    seats = {}
    for player in (hal, entries[0].player):
        phone_of(client, player)
        seats[player.name] = table.code in client.get(reverse("me", args=[event.slug])).text
    assert seats == {"Hal": True, "Player 001": False}


def test_whoever_plays_on_hears_of_the_clock_of_that_tournament(round_, entries, hal):
    assert own_games(hal).tournaments == set()
    takes_over(round_, entries[0], hal)
    assert own_games(hal).tournaments == {round_.tournament_id}


def test_nobody_is_in_two_places(round_, entries, hal):
    with pytest.raises(errors.AlreadySeated):
        takes_over(round_, entries[0], entries[5].player)
    takes_over(round_, entries[0], hal)
    with pytest.raises(errors.AlreadySeated):
        takes_over(round_, entries[5], hal)
    with pytest.raises(errors.TakenOverAlready):
        takes_over(round_, entries[0], hal)
    other = make_tournament(round_.tournament.event, name="Other", slug="other")
    also = joins(hal, other)
    with pytest.raises(errors.SeatedElsewhere, match="Hal"):
        takeovers.roster.check_free(other, [also])
    # Who left is free.
    takeovers.roster.check_free(other, [joins(entries[0].player, other)])


def test_who_sits_in_another_tournament_takes_over_nothing(round_, entries, hal):
    other = make_tournament(round_.tournament.event, name="Other", slug="other")
    make_round(other, [[joins(hal, other)]])
    with pytest.raises(errors.SeatedElsewhere):
        takes_over(round_, entries[0], hal)


def test_a_bye_and_a_stranger_do_not_count_in_somebody_elses_seat(round_, entries, hal):
    with pytest.raises(errors.NotInThisTournament):
        takes_over(round_, entries[0], hal, PLAYS_ON)
    entry = joins(hal, round_.tournament)
    Bye.objects.create(round=round_, entry=entry)
    with pytest.raises(errors.HasByeInRound):
        takes_over(round_, entries[0], hal, PLAYS_ON)
    takes_over(round_, entries[0], hal)


def test_a_seat_that_was_taken_over_stays_as_it_is_until_that_is_taken_back(round_, entries, hal):
    takes_over(round_, entries[5], hal)
    with pytest.raises(errors.TablePlays):
        remove_no_show(round_, entries[5], **WHO)
    with pytest.raises(result_errors.SeatTakenOver):
        exchange_results(round_, entries[0], entries[5], **WHY)
    takeovers.take_back(round_, entries[5], **WHY)
    remove_no_show(round_, entries[5], **WHO)


@pytest.mark.each_database
class TestOnceTheStartIsUndone:
    """The second table has no hand yet when somebody leaves; then the start is taken back."""

    @pytest.fixture(
        params=[
            BEGAN,
            pytest.param(NOBODY, marks=pytest.mark.long),
            pytest.param(PLAYS_ON, marks=pytest.mark.long),
        ]
    )
    def seat(self, request, tournament, entries, hal):
        made = make_round(tournament, [entries[:4], entries[4:]], started_at=None)
        start_slot(made, **WHO)
        joins(hal, tournament)
        seat = takes_over(made, entries[5], hal, request.param)
        undo_last(made, **WHY)
        return made.seats.get(pk=seat.pk)

    def sitting(self, entry):
        seat = Seat.objects.get(entry=entry)
        return seat.sitting, seat.begun_by, seat.helps

    # The test below takes a seat that was taken over on PostgreSQL.
    @ON_SQLITE
    def test_who_took_over_goes_with_the_person_wherever_they_sit(self, seat, entries):
        round_, entry, other = seat.round, seat.entry, entries[0]
        first = round_.tables.get(number=1)
        mine, theirs = self.sitting(entry), self.sitting(other)
        swap_seats(round_, entry, other, **WHO)
        assert (self.sitting(entry), self.sitting(other)) == (mine, theirs)
        undo(round_, **WHO)
        assert (self.sitting(entry), self.sitting(other)) == (mine, theirs)
        move_seat(round_, entry, table=first, **WHO)
        assert self.sitting(entry) == mine
        assert first.seats.filter(entry=entry).exists()

    def test_whoever_takes_the_seat_for_a_bye_sits_there_themselves(self, seat, entries):
        out = joins(Player.objects.create(
            event=seat.entry.player.event, name="Ida", identity="ida"
        ), seat.round.tournament)  # fmt: skip
        seat.round.byes.create(entry=out)
        swap_seats(seat.round, seat.entry, out, **WHO)
        assert self.sitting(out) == (out.player, None, False)


class TestWhoSitsInASeatThatTheyTookOver:
    """They have one seat in the round, whatever gave them another one."""

    @pytest.fixture
    def one(self, round_, entries):
        """Taken out of the second table, and playing on at the first."""
        remove_no_show(round_, entries[5], **WHO)
        takes_over(round_, entries[0], entries[5].player)
        return entries[5]

    @staticmethod
    def seats(round_, entry):
        return round_.seats.filter(Q(entry=entry) | Q(played_by=entry.player)).count()

    def test_undoing_their_removal_gives_them_no_second_one(self, round_, one, entries):
        with pytest.raises(errors.AlreadySeated, match="Player 006 already has a seat"):
            undo(round_, **WHO)
        assert self.seats(round_, one) == 1
        takeovers.take_back(round_, entries[0], **WHY)
        undo(round_, **WHO)
        assert round_.seats.get(entry=one).table.number == 2

    def test_they_come_late_to_no_table(self, round_, one):
        with pytest.raises(errors.AlreadySeated):
            add_late_arrival(round_, one, table=round_.tables.get(number=2), **WHO)
        assert one not in without_seat(round_).unseated

    def test_they_help_at_no_table(self, round_, one):
        assert one.player not in who_may_help(round_)
        one.status = "missing"
        one.save()
        assert one.player not in who_may_help(round_)
        with pytest.raises(errors.AlreadySeated):
            seat_helper(round_, one.player, round_.tables.get(number=2), **WHO)


@pytest.mark.parametrize(
    ("counts_for", "refusal"),
    [
        (BEGAN, errors.AlreadySeated),
        (NOBODY, errors.AlreadySeated),
        (PLAYS_ON, errors.TakenOverAlready),
    ],
)
def test_an_undo_gives_nobody_two_seats_after_the_start_is_undone_either(
    tournament, entries, hal, counts_for, refusal
):
    entry = joins(hal, tournament)
    made = make_round(tournament, [[*entries[:3], entry], entries[4:]], started_at=None)
    remove_no_show(made, entry, **WHO)
    start_slot(made, **WHO)
    takes_over(made, entries[5], hal, counts_for)
    undo_last(made, **WHY)
    with pytest.raises(refusal):
        undo(made, **WHO)


def test_an_older_page_of_the_seating_lets_nobody_take_over(round_, entries, hal):
    seen = state_of(round_, None)
    remove_no_show(round_, entries[5], **WHO)
    with pytest.raises(errors.SeatingChanged):
        takeovers.take_over(round_, entries[0], hal, counts_for=BEGAN, **WHY, seen=seen)


def test_an_older_page_takes_no_other_takeover_back(round_, entries, hal):
    seen = takeovers.state_of(takes_over(round_, entries[0], hal))
    takeovers.take_back(round_, entries[0], **WHY, seen=seen)
    takes_over(round_, entries[0], hal, NOBODY)
    with pytest.raises(ChangedSinceSeen):
        takeovers.take_back(round_, entries[0], **WHY, seen=seen)


def test_in_a_game_of_two_the_result_stays_with_who_began(client):
    swiss = head_to_head(P.DUTCH, 4)
    round_ = seat(swiss)
    hal = Player.objects.create(event=swiss.event, name="Hal", identity="hal")
    first = round_.seats.select_related("entry__player").first().entry
    with pytest.raises(errors.NotWhilePlayed):
        takes_over(round_, first, hal)
    publish_round(round_, **WHO)
    start_slot(round_, **WHO)
    with pytest.raises(errors.CountsForWhoBegan):
        takes_over(round_, first, hal, NOBODY)
    taken = takes_over(round_, first, hal)
    # Its table has one sheet for the whole game, whose page is another than that of hands.
    table = reverse("table", args=[taken.table.code])
    assert "Hal\u2069 took over; counts for" in client.get(table).text


def test_both_have_met_the_others_of_the_table(round_, entries, hal):
    entry = joins(hal, round_.tournament)
    takes_over(round_, entries[0], hal)
    first, _second = history(round_.tournament, before=2)[0]
    assert set(first) == {one.pk for one in [*entries[:4], entry]}


@pytest.mark.long
def test_the_files_have_it(round_, entries, hal):
    takes_over(round_, entries[0], hal, NOBODY)
    report(round_.tables.get(number=2), [20, 10, 30])
    close(round_)
    refresh(round_.tournament_id, at=NOON)
    row = hands_data(round_.tournament, EVERYTHING).dict[0]
    assert (row["player"], row["counts"], row["played by"]) == ("Player 001", "no", "Hal")
    before = written(round_.tournament.event)
    brought = event_reader.load(before, by=ANNA, at=NOON)
    assert normal(written(brought)) == normal(before)
    assert Seat.objects.get(round__tournament__event=brought, helps=True).played_by.name == "Hal"


@pytest.mark.long
def test_a_program_lets_somebody_take_over_and_takes_it_back(client, round_, entries, hal):
    event = round_.tournament.event
    at = [event.slug, round_.tournament.slug, 1]
    client.force_login(make_conductor(event))

    def send(name, **said):
        said = {"entry_id": entries[0].pk, "reason": "left", **said}
        return client.post(reverse(name, args=at), said, "application/json")

    assert send("api-take-over", player_id=hal.pk).status_code == 200
    tables = client.get(reverse("api-tables", args=at)).json()
    shown = tables["results"][0]["seats"][0]
    assert (shown["player"], shown["played_by"], shown["begun_by"]) == ("Player 001", "Hal", None)
    assert send("api-take-over", player_id=hal.pk).json()["code"] == "taken-over-already"
    assert send("api-give-back").status_code == 200
    assert send("api-give-back").json()["code"] == "not-taken-over"


def test_a_conductor_says_it_by_the_page_and_takes_it_back(client, round_, entries, hal):
    client.force_login(make_conductor(round_.tournament.event))
    at = [round_.tournament.event.slug, round_.tournament.slug, 1]
    page = reverse("seat-take-over", args=at)
    said = {"seat": entries[0].pk, "player": hal.pk, "counts_for": NOBODY, "reason": "ill"}
    assert "Hal\u2069 took over; counts for nobody" in client.post(page, said, follow=True).text
    back = reverse("seat-give-back", args=[*at, entries[0].pk])
    assert back in client.get(page).text
    shown = client.post(back, {"counts_for": "back", "reason": "x"})
    client.post(back, PageForms(shown.text).found[-1].values)
    assert not Seat.objects.exclude(played_by=None).exists()
