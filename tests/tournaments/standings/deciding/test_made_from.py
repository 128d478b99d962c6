"""A round knows the results it was made from: when they change it is asked about, not gone on."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_tournament,
    minutes,
)
from tests.selecting import ON_SQLITE
from tests.tournaments.seating.head_to_head.playing import P, head_to_head, play, seat
from tests.tournaments.standings.hands import play_round
from tournaments.clock.services import start_slot
from tournaments.models import LedgerEntry, Round, SheetLine, Standing, Table
from tournaments.results.ruling.services import close_round
from tournaments.results_version import count_change
from tournaments.seating import errors
from tournaments.seating.changing.services import swap_seats, undo
from tournaments.seating.persistence import as_lists
from tournaments.seating.services import keep_seating, publish_round
from tournaments.standings.computing.services import refresh
from tournaments.standings.deciding import late_corrections, later_rounds
from tournaments.standings.deciding import services as rulings
from tournaments.standings.next_round.services import (
    make_again,
    reseat_round,
    seat_next_round,
    seat_semifinals,
)
from tournaments.transactions import atomic

# What a round was made from is compared in Python. Each way to make one reads the results by SQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
LATER = NOON + minutes(300)
WHO = {"by": ANNA, "at": LATER}


def after_a_round(event):
    """A tournament of sixteen after a round at tables of four, and the round: so many can be seated
    again without a repeat, and the search ends as soon as they are."""
    tournament = make_tournament(event, rounds_planned=1, finalists=3, table_min=3)
    entries = make_entries(tournament, 16)
    played = [
        [(entries[start + n], 100 - 10 * n - start) for n in range(4)] for start in range(0, 16, 4)
    ]
    first = play_round(tournament, played, number=1)
    refresh(tournament.pk, at=LATER)
    tournament.refresh_from_db()
    return tournament, first


@pytest.fixture(scope="module")
def all_tables(module_database):
    return after_a_round(make_event("At tables"))


@pytest.fixture
def tables(all_tables):
    return deepcopy(all_tables)


def change_points(round_, position, points, table=1):
    line = SheetLine.objects.get(
        sheet__table__round=round_, sheet__table__number=table, seat__position=position
    )

    @atomic
    def change():
        line.points = points
        line.save()
        count_change(round_.tournament_id, at=LATER)

    return change


def correct(round_, position, points, table=1):
    """As the page does it: with the later rounds that its preview named."""
    change = change_points(round_, position, points, table)
    later = late_corrections.preview(round_, change, at=LATER).later
    late_corrections.carry_out(round_, change, at=LATER, later=later)


def stored(round_):
    return Round.objects.select_related("tournament__event").get(pk=round_.pk)


def by_standings(tournament):
    return seat_next_round(tournament, final=False, mode=Round.SeatingMode.STANDINGS, **WHO)


MAKE = {
    "by standings": by_standings,
    "final": lambda tournament: seat_next_round(tournament, **WHO),
    "semifinals": lambda tournament: seat_semifinals(tournament, 2, **WHO),
}


@pytest.mark.each_database
@pytest.mark.parametrize(
    "kind",
    [
        "by standings",
        *(pytest.param(kind, marks=pytest.mark.long) for kind in ("final", "semifinals")),
    ],
)
def test_a_draft_is_marked_by_a_correction_and_not_published_until_it_is_made_again(tables, kind):
    tournament, first = tables
    draft = MAKE[kind](tournament)
    assert not stored(draft).is_outdated
    correct(first, 4, 300)
    assert stored(draft).is_outdated
    with pytest.raises(errors.MadeFromOldResults):
        publish_round(draft, **WHO)
    made = make_again(stored(draft), **WHO)
    assert not made.is_outdated
    assert (made.number, made.kind) == (draft.number, draft.kind)
    assert publish_round(made, **WHO).status == Round.Status.PUBLISHED


# test_another_proposal_is_made_from_the_results_as_they_are shows who is in, and the test before
# this one that it can be made again.
@pytest.mark.long
def test_made_again_the_final_has_who_is_in_by_the_results_now(tables):
    tournament, first = tables
    draft = seat_next_round(tournament, **WHO)
    correct(first, 4, 300)
    fourth = first.seats.get(table__number=1, position=4).entry_id
    assert fourth not in as_lists(draft)[0]
    assert fourth in as_lists(make_again(stored(draft), **WHO))[0]


# PostgreSQL reads results for a round that goes by standings in the tests beside it.
@ON_SQLITE
@pytest.mark.each_database
@pytest.mark.parametrize("pairing", [pytest.param(P.DUTCH, marks=pytest.mark.long), P.FIELD])
def test_a_swiss_round_is_marked_when_another_has_won(pairing):
    tournament = head_to_head(pairing, 8)
    first = seat(tournament)
    play(first)
    second = seat(tournament)
    loser = SheetLine.objects.get(sheet__table__round=first, sheet__table__number=1, points=4)
    correct(first, loser.seat.position, 99)
    assert stored(second).is_outdated


# test_later_rounds.py shows that such points change no pairing.
@pytest.mark.long
def test_a_swiss_round_is_not_marked_by_points_that_decide_no_game():
    tournament = head_to_head(P.DUTCH, 8)
    first = seat(tournament)
    play(first)
    second = seat(tournament)
    winner = SheetLine.objects.get(
        sheet__table__round=first, sheet__table__number=1, points=10
    ).seat.position
    correct(first, winner, 11)
    assert not stored(second).is_outdated


@ON_SQLITE
@pytest.mark.each_database
def test_a_match_of_a_bracket_is_marked_when_somebody_else_comes_to_it():
    tournament = head_to_head(P.SINGLE, 4)
    first = seat(tournament)
    play(first)
    final = seat(tournament)
    loser = SheetLine.objects.get(sheet__table__round=first, sheet__table__number=1, points=4)
    correct(first, loser.seat.position, 99)
    assert stored(final).is_outdated
    made = make_again(stored(final), **WHO)
    assert loser.seat.entry_id in as_lists(made)[0]
    assert not made.is_outdated


def test_what_was_drawn_or_social_follows_from_no_result(tables):
    tournament, first = tables
    social = seat_next_round(tournament, final=False, mode=Round.SeatingMode.SOCIAL, **WHO)
    correct(first, 4, 300)
    assert stored(social).made_from == ""
    assert not stored(social).is_outdated


# The next test but one compares alike what the round would be now.
@pytest.mark.long
def test_a_correction_that_is_taken_back_leaves_no_mark(tables):
    tournament, first = tables
    draft = by_standings(tournament)
    correct(first, 4, 300)
    correct(first, 4, 70)
    assert not stored(draft).is_outdated


def test_a_round_that_comes_out_the_same_is_not_asked_about(tables):
    tournament, first = tables
    draft = by_standings(tournament)
    made_from = draft.made_from
    correct(first, 1, 101, table=2)  # the winners of the tables meet in whatever order
    assert not stored(draft).is_outdated
    assert stored(draft).made_from != made_from


@pytest.fixture(scope="module")
def a_published(module_database):
    tournament, first = after_a_round(make_event("With a final"))
    final = publish_round(seat_next_round(tournament, **WHO), **WHO)
    correct(first, 4, 300)
    return stored(final)


@pytest.fixture
def published(a_published):
    """The final, published before a correction that somebody else gets in by."""
    return deepcopy(a_published)


def test_a_published_round_is_not_started_from_old_results(published):
    with pytest.raises(errors.MadeFromOldResults):
        start_slot(published, **WHO)
    made = make_again(published, **WHO)
    assert made.status == Round.Status.SEATED


def test_a_round_that_is_kept_goes_on_and_says_why(client, published):
    with pytest.raises(errors.ReasonForKeeping):
        keep_seating(published, reason=" ", **WHO)
    keep_seating(published, reason="they were told already", **WHO)
    with pytest.raises(errors.MadeFromTheseResults):
        keep_seating(published, reason="again", **WHO)
    assert start_slot(published, **WHO).status == Round.Status.RUNNING
    page = client.get(published.get_absolute_url()).content.decode()
    assert "The conductors kept it: they were told already" in page
    entry = LedgerEntry.objects.get(verb="keep seating")
    assert entry.after == {"reason": "they were told already"}


def test_a_kept_round_is_asked_about_again_when_results_change_again(published):
    keep_seating(published, reason="told already", **WHO)
    correct(published.tournament.rounds.get(number=1), 3, 400)
    assert stored(published).is_outdated
    assert stored(published).kept_because == ""


@pytest.fixture
def kept(tables):
    """A round by the standings that a conductor kept after a correction."""
    tournament, first = tables
    draft = by_standings(tournament)
    correct(first, 3, 95)
    return keep_seating(stored(draft), reason="told already", **WHO)


def test_a_kept_round_is_not_asked_about_again_when_it_would_come_out_the_same(tables, kept):
    correct(tables[1], 1, 101, table=2)
    assert stored(kept).made_now != kept.made_now
    assert not stored(kept).is_outdated
    assert stored(kept).kept_because == "told already"


@pytest.mark.long
def test_nor_is_one_that_comes_out_as_it_stands(tables, kept):
    correct(tables[1], 1, 101, table=2)
    correct(tables[1], 2, 96)
    assert stored(kept).made_now == stored(kept).made_from != kept.made_from
    assert stored(kept).kept_because == ""


@ON_SQLITE
@pytest.mark.each_database
def test_a_round_is_not_closed_from_old_results_until_somebody_decides(tables):
    tournament, first = tables
    final = start_slot(publish_round(seat_next_round(tournament, **WHO), **WHO), **WHO)
    correct(first, 4, 300)
    Table.objects.filter(round=final).update(
        status=Table.Status.FINISHED, end_reason=Table.EndReason.PLAYED, ended_at=LATER
    )
    with pytest.raises(errors.MadeFromOldResults):
        close_round(final, **WHO)
    keep_seating(stored(final), reason="it was played", **WHO)
    assert close_round(final, **WHO).status == Round.Status.CLOSED


@ON_SQLITE
@pytest.mark.each_database
def test_penalties_count_from_the_next_round_once_one_is_published(tables):
    tournament, _first = tables
    draft = by_standings(tournament)
    entry = draft.seats.first().entry
    rulings.adjust(entry, "penalty", by=ANNA, at=LATER + minutes(1), reason="late", points=1)
    refresh(tournament.pk, at=LATER)
    assert stored(draft).is_outdated
    made = make_again(stored(draft), by=ANNA, at=LATER + minutes(2))
    publish_round(made, **WHO)
    rulings.adjust(entry, "penalty", by=ANNA, at=LATER + minutes(3), reason="late", points=2)
    refresh(tournament.pk, at=LATER)
    assert not stored(made).is_outdated


def test_what_a_published_round_would_be_leaves_out_penalties_that_count_from_the_next(tables):
    tournament, _first = tables
    round_ = publish_round(by_standings(tournament), **WHO)
    leader = Standing.objects.get(tournament=tournament, rank=1).entry
    rulings.adjust(leader, "penalty", by=ANNA, at=LATER + minutes(3), reason="late", points=9)
    again = later_rounds.read(tournament, after=0)[round_.pk]
    stands = later_rounds.as_seated(round_)
    assert later_rounds.arrangement(round_, again()) == later_rounds.arrangement(round_, stands)


def test_undoing_another_proposal_brings_back_what_the_tables_were_made_from(tables):
    tournament, first = tables
    draft = by_standings(tournament)
    correct(first, 4, 300)
    draft = reseat_round(draft, **WHO)
    assert not stored(draft).is_outdated
    undo(draft, **WHO)
    assert stored(draft).is_outdated


def test_a_change_by_hand_leaves_what_it_was_made_from(tables):
    tournament, _first = tables
    draft = by_standings(tournament)
    one, other = draft.seats.order_by("table__number", "position")[3:5]
    swap_seats(draft, one.entry, other.entry, **WHO)
    refresh(tournament.pk, at=LATER)
    assert stored(draft).made_from == draft.made_from
    assert not stored(draft).is_outdated


def test_another_proposal_is_made_from_the_results_as_they_are(tables):
    """The stored standings may be older than the results: they are computed first."""
    tournament, first = tables
    draft = seat_next_round(tournament, **WHO)
    change_points(first, 4, 300)()
    fourth = first.seats.get(table__number=1, position=4).entry_id
    again = reseat_round(draft, **WHO)
    assert fourth in as_lists(again)[0]


# --- Pages and the API ----------------------------------------------------------------------------


def test_the_page_says_what_changed_and_offers_both_ways(client, published):
    client.force_login(make_conductor(published.tournament.event))
    page = client.get(published.get_absolute_url(), {"own": "page"}).content.decode()
    assert "The results behind Final have changed since it was seated." in page
    at = [published.tournament.event.slug, published.tournament.slug, published.number]
    assert reverse("round-again", args=at) in page
    keep = reverse("round-keep", args=at)
    assert keep in page
    assert "The results behind Final have changed" in client.get(keep).content.decode()
    answer = client.post(keep, {"reason": "as agreed"}, follow=True)
    assert "Kept. Everybody can read why." in answer.content.decode()
    assert not stored(published).is_outdated


def test_a_reason_that_is_refused_is_still_there(client, published):
    client.force_login(make_conductor(published.tournament.event))
    at = [published.tournament.event.slug, published.tournament.slug, published.number]
    keep = reverse("round-keep", args=at)
    answer = client.post(keep, {"reason": "  "})
    assert answer.status_code == 422
    assert "Say why you keep this seating" in answer.content.decode()
    published.seating_seed += 1
    published.save(update_fields=["seating_seed"])
    seen = f"published-{published.pk}-{published.seating_seed - 1}-0"
    answer = client.post(keep, {"reason": "as agreed", "seen": seen})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert 'value="as agreed"' in page
    assert f"published-{published.pk}-{published.seating_seed}-0" in page
    assert stored(published).is_outdated


@pytest.mark.long
def test_where_there_is_nothing_to_keep_the_page_says_so(client, tables):
    draft = by_standings(tables[0])
    client.force_login(make_conductor(draft.tournament.event))
    at = [draft.tournament.event.slug, draft.tournament.slug, draft.number]
    answer = client.get(reverse("round-keep", args=at))
    page = client.get(answer["Location"], {"own": "page"}).content.decode()
    assert "there is nothing to decide" in page


@pytest.mark.long
def test_while_it_is_played_the_desk_says_so_and_its_page_leads_to_undoing_the_start(
    client, tables
):
    tournament, first = tables
    final = start_slot(publish_round(seat_next_round(tournament, **WHO), **WHO), **WHO)
    client.force_login(make_conductor(tournament.event))
    desk, clocks = (reverse(name, args=[tournament.event.slug]) for name in ("desk", "clocks"))
    assert "made from old results" not in client.get(desk).content.decode()
    correct(first, 4, 300)
    assert "made from old results" in client.get(desk).content.decode()
    page = client.get(final.get_absolute_url(), {"own": "page"}).content.decode()
    assert f'<a href="{clocks}">Undo the start in the clock room</a>' in page


def test_everybody_reads_that_a_published_round_is_made_from_old_results(client, published):
    page = client.get(published.get_absolute_url()).content.decode()
    assert "Results have been corrected since Final was seated" in page


def test_the_button_makes_it_again(client, published):
    client.force_login(make_conductor(published.tournament.event))
    at = [published.tournament.event.slug, published.tournament.slug, published.number]
    page = client.post(reverse("round-again", args=at), follow=True).content.decode()
    assert "Made again from the results as they are now." in page
    assert Round.objects.get(kind="final").status == Round.Status.SEATED


@pytest.mark.long
def test_a_bracket_says_of_a_match_that_others_come_to_it_by_the_results_now(client):
    tournament = head_to_head(P.SINGLE, 4)
    first = seat(tournament)
    play(first)
    final = publish_round(seat(tournament), **WHO)
    address = reverse("bracket", args=[tournament.event.slug, tournament.slug])
    sentence = "by the results now others come to this match"
    assert sentence not in client.get(address).content.decode()
    loser = SheetLine.objects.get(sheet__table__round=first, sheet__table__number=1, points=4)
    correct(first, loser.seat.position, 99)
    assert stored(final).is_outdated
    assert sentence in client.get(address).content.decode()
