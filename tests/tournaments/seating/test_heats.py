"""Several rounds of a tournament open at once: heats, seated from those who are here for each."""

import re
from itertools import combinations

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from games.sheet import QuickHand
from tests.builders import ANNA, NOON, make_conductor, make_event, make_tournament, minutes
from tests.tournaments.signup.sessions import make_players, make_session
from tournaments.boards.queries import boards
from tournaments.clock.services import start_slot
from tournaments.models import Booking, PlayerHold, Round, Table
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.annulling import annul_round, restore_round
from tournaments.seating import errors, roster, services
from tournaments.seating.changing.late import add_late_arrival
from tournaments.seating.head_to_head.queries import beside
from tournaments.seating.planning.services import keep_plan
from tournaments.seating.review import without_seat
from tournaments.signup import services as signup
from tournaments.signup.moving import change_session
from tournaments.standings.next_round.services import reseat_round, seat_next_round
from tournaments.timetable.errors import SessionCancelled
from tournaments.timetable.hall.services import add_room, number_tables

# The decisions are Python, whatever stores them: test_services.py and the races seat on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

AT = {"by": ANNA, "at": NOON - minutes(5)}


@pytest.fixture
def tournament():
    event = make_event()
    hall = add_room(event, name="Hall", **AT)
    number_tables(hall, 1, 9, **AT)
    return make_tournament(event)


def come(session, players):
    for player in players:
        signup.check_in(session, player, conducts=True, by=ANNA, at=session.starts_at)


def seat(session, **choices):
    return services.seat_session(session, session.tournament, by=ANNA, at=NOON, **choices)


def people_at(round_):
    """The names at each table of a round."""
    tables = {}
    for seat_ in round_.seats.select_related("entry__player", "table"):
        tables.setdefault(seat_.table.number, set()).add(seat_.entry.player.name)
    return [tables[number] for number in sorted(tables)]


@pytest.mark.long
def test_adjustments_and_their_refusals_name_a_heat(client, tournament):
    people = make_players(tournament.event, 5)
    session = make_session(tournament)
    come(session, people[:4])
    made = play(seat(session))
    entry = made.seats.first().entry
    client.force_login(make_conductor(tournament.event))
    address = reverse("adjustments", args=[tournament.event.slug, tournament.slug])
    assert '<option value="1">Heat 1</option>' in client.get(address).text
    sent = {"entry": entry.pk, "kind": "bye", "round_number": 1, "reason": "late train"}
    assert f"{entry} has a seat in Heat 1." in client.post(address, sent).text
    (late,) = signup.check_in(session, people[4], conducts=True, **AT).player.entries.all()
    assert client.post(address, sent | {"entry": late.pk}).status_code == 302
    assert "bye in Heat 1" in strip_tags(client.get(address).text)


def play(round_):
    services.publish_round(round_, **AT)
    return start_slot(Round.objects.get(pk=round_.pk), by=ANNA, at=NOON)


def test_a_heat_is_seated_from_those_who_are_here_for_it(tournament):
    first = make_session(tournament, first_table=1, last_table=4)
    people = make_players(tournament.event, 15)
    come(first, people[:13])
    signup.book(first, people[13], conducts=True, **AT)  # booked, and not here
    signup.check_in(make_session(tournament, start=240), people[14], conducts=True,
                    by=ANNA, at=NOON + minutes(240))  # fmt: skip
    made = seat(first)
    assert (made.session, made.seating_mode, made.kind) == (first, "social", "preliminary")
    tables = people_at(made)
    assert sorted(map(len, tables)) == [4, 4, 5]
    assert set.union(*tables) == {player.name for player in people[:13]}
    waiting = without_seat(made)
    assert (waiting.unseated, waiting.missing) == ([], [])


def test_a_round_is_called_as_its_heat_and_not_by_its_number_in_the_order_of_play(tournament):
    first, second = make_session(tournament), make_session(tournament, start=15)
    people = make_players(tournament.event, 8)
    come(second, people[:4])
    come(first, people[4:])
    rounds = [play(seat(second)), play(seat(first))]
    assert [(one.number, str(one)) for one in rounds] == [(1, "Heat 2"), (2, "Heat 1")]
    change_session(second, name="Night heat", **AT)
    assert str(Round.objects.get(number=1)) == "Night heat"
    annulled = annul_round(rounds[0], reason="Wrong box", by=ANNA, at=NOON)
    assert str(annulled) == "Night heat (annulled)"


@pytest.mark.long
def test_no_page_that_links_lead_to_says_another_name_of_a_heat(tournament, client):
    """Nor does any file that can be downloaded there."""
    event = tournament.event
    session = make_session(tournament, name="Night heat", first_table=1, last_table=2)
    come(session, make_players(event, 8))
    table = play(seat(session)).tables.get(number=1)
    deal_hand(table, 1, by=ANNA, at=NOON)
    hand = QuickHand({1: 40, 2: 10, 3: 0, 4: 0}, went_out=1)
    report_hand(table, 1, hand, by=ANNA, at=NOON, key=f"key-{table.code}-0123456789")
    client.force_login(make_conductor(event))
    to_read, seen, named = [reverse("hq", args=[event.slug])], set(), 0
    while to_read:
        address = to_read.pop()
        answer = client.get(address, follow=True)
        said = answer.getvalue().decode(errors="replace")
        assert not re.search(r"\bround 1\b", said, re.IGNORECASE), address
        named += "Night heat" in said
        for link in re.findall(r'href="(/(?:e/[^/]+/(?:t|s|desk|find|board)|table)/[^"#?]*)', said):
            # One page of each kind; the plan of all rounds counts those to come.
            kind = re.sub(r"(?<=/table/)\w+|\d+", "1", link)
            if kind not in seen and not kind.endswith("/plan/"):
                seen.add(kind)
                to_read.append(link)
    assert named > 5


def test_a_second_heat_is_seated_and_played_while_the_first_plays(tournament):
    people = make_players(tournament.event, 8)
    first = make_session(tournament, first_table=1, last_table=2)
    second = make_session(tournament, first_table=7, last_table=9)
    come(first, people[:4])
    come(second, people[4:])
    running = play(seat(first))
    beside = play(seat(second))
    assert [running.number, beside.number] == [1, 2]
    shown = boards(tournament.event, now=NOON)
    assert [board.open_round for board in shown] == [running, beside]
    assert [board.playing for board in shown] == [1, 1]
    at = Table.objects.order_by("round__number").values_list("hall_table__number", flat=True)
    assert list(at) == [1, 7]


@pytest.mark.once
def test_nobody_meets_again_in_a_heat_whom_they_can_avoid(tournament):
    """The history is that of all heats, also of one that is seated later under another number."""
    people = make_players(tournament.event, 16)
    sessions = [make_session(tournament, start=150 * n) for n in range(3)]
    made = []
    for session in sessions:
        come(session, people)
        made.append(seat(session))
        Booking.objects.filter(session=session).update(state="gone")
        PlayerHold.objects.filter(session=session).delete()
        Table.objects.filter(round=made[-1]).update(
            status="finished", end_reason="played", ended_at=NOON
        )
    met = [frozenset(pair) for round_ in made for table in people_at(round_)
           for pair in combinations(table, 2)]  # fmt: skip
    assert len(met) == len(set(met))


@pytest.mark.long
def test_another_proposal_for_a_heat_avoids_those_of_the_later_ones(tournament):
    people = make_players(tournament.event, 16)
    first, second = make_session(tournament), make_session(tournament, start=240)
    come(first, people)
    draft = seat(first)
    for player in people:
        signup.leave(first, player, conducts=True, by=ANNA, at=NOON)
    come(second, people)
    Table.objects.filter(round=draft).update(status="finished", end_reason="played", ended_at=NOON)
    later = seat(second)
    history = roster.situation_of(draft, [], locked={}).history
    assert len(history) == 1
    assert sorted(map(sorted, history[0])) == sorted(
        sorted(later.seats.filter(table=table).values_list("entry", flat=True))
        for table in later.tables.all()
    )


@pytest.mark.long
def test_a_heat_can_be_proposed_again_with_who_is_here_by_then(tournament):
    session = make_session(tournament)
    people = make_players(tournament.event, 8)
    come(session, people[:4])
    draft = seat(session)
    come(session, people[4:])
    again = reseat_round(draft, by=ANNA, at=NOON)
    assert sum(map(len, people_at(again))) == 8
    assert again.session == session


def test_who_comes_late_is_seated_once_they_are_here_for_the_session(tournament):
    session = make_session(tournament)
    other = make_session(tournament, start=240)
    people = make_players(tournament.event, 5)
    come(session, people[:3])
    round_ = play(seat(session))
    come(other, people[3:4])
    entry = people[3].entries.get()
    with pytest.raises(errors.NotHereForSession):
        add_late_arrival(round_, entry, **AT)
    come(session, people[4:])
    assert without_seat(round_).unseated == [people[4].entries.get()]
    # Whoever is checked in for another heat misses no seat here, on the page of the round either.
    assert beside(round_).without_seat == [people[4].shown_name]
    assert add_late_arrival(round_, people[4].entries.get(), **AT).table.round == round_


def test_a_draft_is_not_published_with_somebody_who_has_left_the_session(tournament):
    session = make_session(tournament)
    people = make_players(tournament.event, 4)
    come(session, people)
    draft = seat(session)
    signup.leave(session, people[0], by=ANNA, at=NOON)
    with pytest.raises(errors.NotHereForSession) as refused:
        services.publish_round(draft, **AT)
    assert str(refused.value) == (
        "Not here for Express Open, heat 1: Guest 001. Check them in there first."
    )


def test_what_no_session_can_be_seated_as(tournament):
    session = make_session(tournament)
    with pytest.raises(errors.NobodyHere):
        seat(session)
    come(session, make_players(tournament.event, 4))
    made = seat(session)
    with pytest.raises(errors.SessionHasRound):
        seat(session)
    services.discard_round(made, **AT)
    assert seat(session).session == session
    cancelled = make_session(tournament, start=240)
    type(cancelled).objects.filter(pk=cancelled.pk).update(cancelled_at=NOON)
    with pytest.raises(SessionCancelled):
        seat(cancelled)


@pytest.mark.parametrize("kind", ["semifinal", "final"])
def test_no_final_is_seated_as_a_heat_of_those_who_are_here(tournament, kind):
    session = make_session(tournament, kind=kind)
    come(session, make_players(tournament.event, 4))
    with pytest.raises(errors.OneRoundAtATime):
        seat(session)


def test_heats_follow_no_plan_and_no_standings(tournament):
    session = make_session(tournament)
    come(session, make_players(tournament.event, 8))
    with pytest.raises(errors.SeatedBySession):
        seat_next_round(tournament, **AT)
    with pytest.raises(errors.SeatedBySession):
        keep_plan(tournament, 2, (), seed=1, **AT)


@pytest.mark.long
def test_the_final_takes_its_place_on_the_timetable(tournament):
    session = make_session(tournament)
    come(session, make_players(tournament.event, 4))
    Round.objects.filter(pk=play(seat(session)).pk).update(status="closed", closed_at=NOON)
    final = make_session(tournament, kind="final", start=240, first_table=9, last_table=9)
    made = seat_next_round(tournament, final=True, **AT)
    assert (made.session, made.kind) == (final, "final")
    assert made.tables.get().shown == 9


def test_formats_for_two_keep_one_round_at_a_time():
    tournament = make_tournament(
        pairing="dutch", table_min=2, table_preferred=2, table_max=2, finalists=2
    )
    sessions = [make_session(tournament), make_session(tournament, start=240)]
    come(sessions[0], make_players(tournament.event, 4))
    with pytest.raises(errors.OneRoundAtATime):
        seat(sessions[0])
    assert seat_next_round(tournament, **AT).session == sessions[0]
    with pytest.raises(errors.RoundStillOpen):
        seat_next_round(tournament, **AT)


def test_a_heat_is_annulled_while_a_later_one_plays(tournament):
    people = make_players(tournament.event, 8)
    sessions = [make_session(tournament), make_session(tournament)]
    for session, some in zip(sessions, (people[:4], people[4:]), strict=True):
        come(session, some)
    first, second = (play(seat(session)) for session in sessions)
    annulled = annul_round(first, reason="Wrong box", by=ANNA, at=NOON)
    restored = restore_round(annulled, reason="It was the right box", by=ANNA, at=NOON)
    assert (restored.number, restored.session) == (1, sessions[0])
    annul_round(restored, reason="Wrong box after all", by=ANNA, at=NOON)
    again = seat(sessions[0])
    assert (again.number, again.session, second.number) == (3, sessions[0], 2)


@pytest.mark.long
def test_a_session_is_seated_by_a_button_of_its_page(tournament, client):
    session = make_session(tournament)
    client.force_login(make_conductor(tournament.event))
    come(session, make_players(tournament.event, 8))
    address = f"/e/{tournament.event.slug}/s/{session.pk}/"
    assert "8 are here" in client.get(address).content.decode()
    shown = client.post(f"{address}seat/", follow=True)
    made = Round.objects.get()
    assert shown.redirect_chain[0][0].startswith(made.get_absolute_url())
    assert "Heat 1" in client.get(address).content.decode()
    page = client.get(f"/e/{tournament.event.slug}/t/{tournament.slug}/rounds/seat/")
    assert "not closed" in page.content.decode()
    Booking.objects.filter(session=session).update(state="gone")
    assert client.post(f"{address}seat/", follow=True).status_code == 200
