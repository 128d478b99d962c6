"""Whoever is disqualified plays no more: they get no seat, and nobody says that they lack one."""

import pytest

from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.tournaments.seating.head_to_head.playing import (
    P,
    finish,
    head_to_head,
    play,
    seat,
)
from tests.tournaments.seating.test_heats import come
from tests.tournaments.signup.sessions import make_players, make_session
from tournaments.models import Tournament
from tournaments.pickups import errors as pickup_errors
from tournaments.pickups.services import start_at_once
from tournaments.seating import errors, services
from tournaments.seating.changing.late import add_late_arrival
from tournaments.seating.changing.listed import Listed
from tournaments.seating.changing.services import replace_tables, undo
from tournaments.seating.formats.registry import format_of
from tournaments.seating.head_to_head import bracket
from tournaments.seating.head_to_head.queries import beside
from tournaments.seating.planning.services import expected
from tournaments.seating.review import without_seat
from tournaments.standings.deciding.services import adjust, take_back
from tournaments.standings.next_round.services import reseat_round
from tournaments.verbs import Verb

# The decisions are Python, whatever stores them: test_services.py and the races seat on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
WHO = {"by": ANNA, "at": NOON}


def disqualify(entry):
    return adjust(entry, "disqualified", reason="unfair", **WHO)


def min_of_table(*people):
    return min(people)


def seated(round_):
    return set(round_.seats.values_list("entry_id", flat=True))


def lacks_a_seat(round_):
    """Whether either page of a round names somebody without a seat."""
    found = without_seat(round_)
    return bool(found.unseated or found.no_place or found.missing or beside(round_).without_seat)


@pytest.fixture(
    params=[
        "tables",
        # Who plays is read by the same code for every format; formats for two are asked about
        # forfeits and brackets below.
        *(pytest.param(p, marks=pytest.mark.long) for p in (P.DUTCH, P.FIELD, P.ROUND_ROBIN)),
    ]
)
def tournament(request):
    if request.param != "tables":
        return head_to_head(request.param, 7)
    found = make_tournament(rounds_planned=3)
    make_entries(found, 17)  # who find a second round without repeats at once
    return found


def test_they_are_seated_in_no_round_after_it_nor_in_another_proposal(tournament):
    play(seat(tournament), min_of_table)
    gone, *others = tournament.entries.order_by("pk")
    disqualify(gone)
    assert format_of(tournament).outlook(tournament).here == len(others)
    draft = seat(tournament)
    assert gone.pk not in seated(draft) | {bye.entry_id for bye in draft.byes.all()}
    assert not lacks_a_seat(draft)
    draft = reseat_round(draft, **WHO)
    assert gone.pk not in seated(draft)
    assert not lacks_a_seat(draft)


def test_they_play_again_once_that_is_taken_back(tournament):
    gone = tournament.entries.first()
    given = disqualify(gone)
    take_back(given, **WHO)
    draft = seat(tournament)
    assert gone.pk in seated(draft) | {bye.entry_id for bye in draft.byes.all()}


def test_a_list_of_the_round_need_not_name_them(tournament):
    disqualify(tournament.entries.first())
    draft = seat(tournament)
    tables = services.as_lists(draft)
    listed = Listed(tables[::-1], [bye.entry_id for bye in draft.byes.all()])
    replace_tables(draft, listed, Verb.READ_SEATING_IN, **WHO)
    assert services.as_lists(draft) == tables[::-1]


def test_a_draft_with_them_is_published_only_without_them(tournament):
    draft = seat(tournament)
    gone = draft.seats.select_related("entry__player").first().entry
    given = disqualify(gone)
    with pytest.raises(errors.Disqualified, match=f"Disqualified: {gone}. Leave them out"):
        services.publish_round(draft, **WHO)
    take_back(given, **WHO)
    disqualify(gone)
    published = services.publish_round(reseat_round(draft, **WHO), **WHO)
    assert gone.pk not in seated(published)


def test_a_list_of_a_draft_leaves_them_out():
    make_entries(tournament := make_tournament(rounds_planned=3), 9)
    draft = seat(tournament)
    gone = draft.seats.first().entry
    disqualify(gone)
    now = services.as_lists(draft)
    with pytest.raises(errors.Disqualified):
        replace_tables(draft, Listed(now), Verb.READ_SEATING_IN, **WHO)
    left = [[pk for pk in table if pk != gone.pk] for table in now]
    replace_tables(draft, Listed(left), Verb.READ_SEATING_IN, **WHO)
    services.publish_round(draft, **WHO)


def test_undoing_a_forfeit_gives_them_no_seat():
    swiss = head_to_head(P.DUTCH, 4)
    round_ = services.publish_round(seat(swiss), **WHO)
    one, other = (seat.entry for seat in round_.tables.first().seats.select_related("entry"))
    adjust(one, "forfeit_loss", opponent=other, round_number=1, reason="left", **WHO)
    assert one.pk not in seated(round_)
    given = disqualify(one)
    with pytest.raises(errors.Disqualified):
        undo(round_, **WHO)
    take_back(given, **WHO)
    undo(round_, **WHO)
    assert {one.pk, other.pk} <= seated(round_)


def test_they_come_late_to_no_table():
    entries = make_entries(make_tournament(), 9)
    round_ = make_round(entries[0].tournament, [entries[:4], entries[4:8]])
    disqualify(entries[8])
    with pytest.raises(errors.Disqualified):
        add_late_arrival(round_, entries[8], **WHO)


def test_they_lack_no_seat_while_missing_either():
    entries = make_entries(make_tournament(), 9)
    round_ = make_round(entries[0].tournament, [entries[:4], entries[4:8]])
    assert lacks_a_seat(round_)
    disqualify(entries[8])
    round_.tournament.entries.filter(pk=entries[8].pk).update(status="missing")
    assert not lacks_a_seat(round_)


def test_nobody_plans_for_them():
    gone, *others = make_entries(make_tournament(), 9)
    disqualify(gone)
    assert expected(gone.tournament) == others


def test_they_are_seated_in_no_heat():
    tournament = make_tournament()
    session = make_session(tournament)
    people = make_players(tournament.event, 4)
    come(session, people)
    gone, *others = tournament.entries.order_by("pk")
    disqualify(gone)
    draft = services.seat_session(session, tournament, **WHO)
    assert seated(draft) == {entry.pk for entry in others}
    assert not lacks_a_seat(draft)
    services.discard_round(draft, **WHO)
    for entry in others:
        disqualify(entry)
    with pytest.raises(errors.NobodyHere):
        services.seat_session(session, tournament, **WHO)


def test_they_start_no_pick_up_game_in_the_same_open_play():
    event = make_event()
    people = make_players(event, 6)
    start_at_once(event, "express", people[:3], key="one", **WHO)
    tournament = Tournament.objects.get()
    disqualify(tournament.entries.get(player=people[0]))
    tournament.rounds.get().tables.update(status="finished", end_reason="target", ended_at=NOON)
    players = [people[0], *people[3:]]
    with pytest.raises(pickup_errors.Disqualified, match="Guest 001 is disqualified in Express"):
        start_at_once(event, "express", players, key="two", by=ANNA, at=NOON + minutes(180))


def test_the_last_opponent_of_a_bracket_wins_it_without_a_game():
    cup = head_to_head(P.SINGLE, 4)
    play(seat(cup))
    stood = bracket.read(cup)
    gone, winner = (stood.seeds[seed] for seed in stood.stands[stood.last].seeds)
    disqualify(cup.entries.get(pk=gone))
    with pytest.raises(errors.NobodyToPlay):
        seat(cup)
    finish(cup)
    assert bracket.read(cup).champion == winner
