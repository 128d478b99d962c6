"""People who have to sit at one table of the hall, or where no step is in the way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import ANNA, NOON, make_conductor, make_event
from tests.tournaments.timetable.hall.test_assigning import lay_out, published, seated, shown
from tournaments.models import LedgerEntry, SeatingNeed
from tournaments.privacy.queries import stored_of
from tournaments.privacy.services import erase
from tournaments.seating.changing.services import swap_seats
from tournaments.seating.constraints.services import set_need
from tournaments.seating.queries import seating
from tournaments.seating.review import review
from tournaments.seating.services import publish_round
from tournaments.standings.next_round.services import seat_next_round
from tournaments.timetable.hall import services
from tournaments.timetable.hall.rules import Need, meet

WHO = {"by": ANNA, "at": NOON}


class TestTheRule:
    def test_tables_change_places_and_the_others_stay(self):
        found = meet({2: Need(21)}, {1: 21, 2: 22, 3: 23}, spare=[], step_free=())
        assert found == {1: 22, 2: 21, 3: 23}

    def test_a_table_goes_where_nobody_plays(self):
        assert meet({1: Need(40)}, {1: 21, 2: 22}, spare=[40], step_free=()) == {1: 40, 2: 22}

    def test_who_needs_no_step_yields_to_who_needs_one_table(self):
        needs = {1: Need(step_free=True), 2: Need(21)}
        found = meet(needs, {1: 21, 2: 22, 3: 23}, spare=[], step_free={21, 23})
        assert found == {1: 23, 2: 21, 3: 22}

    @given(st.data())
    def test_no_two_stand_at_one_place_and_no_need_is_left_that_could_be_met(self, data):
        count = data.draw(st.integers(1, 6))
        stand = {n: 20 + n for n in range(1, count + 1)}
        spare = data.draw(st.lists(st.sampled_from([31, 32, 33]), unique=True))
        places = {*stand.values(), *spare}
        step_free = data.draw(st.sets(st.sampled_from(sorted(places))))
        need = st.builds(Need, st.none() | st.integers(21, 34), st.booleans())
        needs = data.draw(st.dictionaries(st.integers(1, count), need))
        found = meet(needs, stand, spare=spare, step_free=step_free)
        assert found.keys() == stand.keys()
        assert len({*found.values()}) == count
        assert {*found.values()} <= places
        wanted = {need.hall_table for need in needs.values()} & places
        assert wanted <= {found[table] for table, need in needs.items() if need.hall_table}
        without = [
            table
            for table, need in needs.items()
            if need.step_free and need.hall_table is None and found[table] not in step_free
        ]
        taken = {found[table] for table, need in needs.items() if need.step_free or need.hall_table}
        assert not without or step_free <= taken


@pytest.mark.django_db
@pytest.mark.each_database
class TestARound:
    @pytest.fixture
    def event(self):
        event = make_event()
        lay_out(event, range(21, 24))
        lay_out(event, [40], room="Attic")
        return event

    def who_at(self, round_, number):
        return round_.tables.get(number=number).seats.first().entry.player

    def need(self, player, number=None, *, step_free=False):
        table = player.event.hall_tables.filter(number=number).first()
        set_need(player, table, step_free=step_free, **WHO)

    def table_of(self, round_, player):
        return round_.tables.get(seats__entry__player=player).shown

    @pytest.mark.long("postgresql")
    def test_stands_where_a_person_has_to_sit_whoever_they_meet(self, event):
        draft = seated(event, first_table=21, last_table=23)
        player = self.who_at(draft, 2)
        self.need(player, 21)
        assert "needs Table 21, Room B and sits at Table 22" in review(seating(draft)).needs[0]
        round_ = publish_round(draft, **WHO)
        assert (shown(round_), self.table_of(round_, player)) == ([22, 21], 21)
        assert review(seating(round_)).needs == []

    @pytest.mark.long("postgresql")
    def test_goes_outside_of_its_range_for_somebody(self, event):
        draft = seated(event, first_table=21, last_table=23)
        player = self.who_at(draft, 1)
        self.need(player, 40)
        assert shown(publish_round(draft, **WHO)) == [40, 22]

    @pytest.mark.long("postgresql")
    def test_follows_its_people_as_the_draft_changes(self, event):
        event.hall_tables.filter(number=22).update(step_free=True)
        draft = seated(event, first_table=21, last_table=23)
        one, other = (draft.tables.get(number=number).seats.first() for number in (1, 2))
        self.need(one.entry.player, step_free=True)
        swap_seats(draft, one.entry, other.entry, **WHO)
        assert self.table_of(draft, one.entry.player) == 22
        swap_seats(draft, one.entry, other.entry, **WHO)
        assert self.table_of(draft, one.entry.player) == 22

    @pytest.mark.long("postgresql")
    def test_says_of_a_table_without_a_place_that_it_gets_one_later(self, event):
        draft = seated(event, first_table=21, last_table=21)
        player = self.who_at(draft, 2)
        later = (
            f"Where {player.shown_name} sits is decided when the round is published: Table 2 has "
            "no place in the hall yet."
        )
        for number, step_free in ((21, False), (None, True)):
            self.need(player, number, step_free=step_free)
            assert review(seating(draft)).needs == [later]
        draft.tournament.last_table = 22
        draft.tournament.save()
        self.need(player, 21)
        assert self.table_of(publish_round(draft, **WHO), player) == 21

    @pytest.mark.long("postgresql")
    def test_says_of_no_published_round_that_this_decides_where_somebody_sits(self):
        """It was published before the event had tables of a hall."""
        round_ = published(make_event())
        lay_out(round_.tournament.event, [21])
        player = self.who_at(round_, 1)
        self.need(player, 21)
        (said,) = review(seating(round_)).needs
        assert said == (
            f"{player.shown_name} needs Table 21, Room B and sits at Table 1: somebody at the same "
            "table needs another one, or this was noted after the seating was published."
        )

    @pytest.mark.long("postgresql")
    def test_says_why_somebody_does_not_sit_where_they_have_to(self, event):
        first = published(event, first_table=21, last_table=23)
        draft = seated(event, name="Metro", first_table=21, last_table=40)
        player, other = (self.who_at(draft, number) for number in (1, 2))
        self.need(player, first.tables.get(number=1).shown)
        self.need(other, step_free=True)
        one, two = review(seating(publish_round(draft, **WHO))).needs
        assert one == (
            f"{player.shown_name} needs Table 21, Room B and sits at Table 23, Room B, "
            "because Round 1 of Eurorails is there."
        )
        assert two == (
            f"{other.shown_name} needs a table that is reached without a step and sits at "
            "Table 40, Attic: no such table is free for this tournament."
        )

    @pytest.mark.long("postgresql")
    def test_the_next_one_knows_it_too(self, event):
        draft = seated(event, first_table=21, last_table=23)
        player = self.who_at(draft, 2)
        self.need(player, 23)
        draft.delete()
        assert self.table_of(seat_next_round(draft.tournament, **WHO), player) == 23

    # PostgreSQL asks the same in each run.
    @pytest.mark.long("sqlite")
    def test_a_need_is_noted_taken_back_erased_and_handed_out(self, event):
        draft = seated(event)
        player = self.who_at(draft, 1)
        self.need(player, 21, step_free=True)
        assert stored_of(player, at=NOON)["seating need"][0]["step_free"] is True
        entry = LedgerEntry.objects.get(verb="set seating need")
        assert entry.after == {"is": "Table 21, Room B, step-free"}
        draft.delete()
        erase(player, **WHO)
        assert not SeatingNeed.objects.exists()
        entry.refresh_from_db()
        assert entry.after == {"is": ""}

    @pytest.mark.long("postgresql")
    def test_the_table_that_somebody_needs_stays_when_its_room_goes(self, event):
        player = self.who_at(seated(event, first_table=21, last_table=22), 1)
        self.need(player, 40)
        services.remove_room(event.rooms.get(name="Attic"), **WHO)
        assert SeatingNeed.objects.get().hall_table.room is None


@pytest.mark.django_db
def test_conductors_note_it_and_nobody_else_reads_it(client):
    event = make_event()
    lay_out(event, [24, 25])
    round_ = published(event)
    player = round_.seats.first().entry.player
    page = "/e/winter-meet/wishes/"
    client.force_login(make_conductor(event))
    table = event.hall_tables.get(number=24)
    sent = {"act": "need", "player": player.pk, "hall_table": table.pk, "step_free": "on"}
    assert client.post(page, sent).status_code == 302
    assert "step-free" in client.get(page).text
    client.logout()
    for address in ("/e/winter-meet/", "/e/winter-meet/find/", round_.get_absolute_url()):
        answer = client.get(address)
        assert answer.status_code == 200
        assert "step-free" not in answer.text
