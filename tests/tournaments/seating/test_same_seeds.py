"""The same people, results and seed give the same tables for ever, whatever the format.

Pinned are the digest of what each round was made from, and one of its tables.
"""

import hashlib
import json

import pytest

from tests.builders import ANNA, NOON, make_event, make_tournament
from tests.tournaments.seating.head_to_head.playing import P, head_to_head, play, seat
from tournaments.models import Adjustment, Entry, Player
from tournaments.seating import services
from tournaments.seating.constraints import services as constraints
from tournaments.seating.formats import finals
from tournaments.seating.planning import services as planning
from tournaments.seating.ranking import stored_ranking
from tournaments.standings.computing.services import refresh
from tournaments.standings.deciding.ties import decide_tie
from tournaments.standings.next_round import services as next_round

# The decisions are Python, whatever stores them: test_services.py and the races seat on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

TABLES = [
    "e008a91b1ae9fa8d 0669ae1fc86e211f",
    "13418e3293078043 1cbdb303463b5a50",
    "4169475be7d22b35 410398e5f98b6f73",
    "44f120f663d6fea9 239f7d52851a5861",
]
CHOSEN = [
    "d08b6d110f5a1563 7fd6c7aa2711c661",
    "48a281bcf193fa08 974517f8f65a79f9",
]
BYES = [
    "28ebbdee99cc5460 c26d79dd6b6a9705",
    "5a758b5905f392b2 c082a737145489f0",
]
PROPOSALS = [
    "789f5a88b8cdfd4a fa20f43c81ef18f8",
    "4a14a332ee149053 768f0fc50027796c",
]
PLANNED = [
    "3970a3f33fc8e6e5 3cefa3a66f6a323f",
    "edb74c4b2399f6d1 a417f9c16c5f87b2",
    "5a42872dcfb359d5 9f521ccababf03ab",
]
OTHER_SWISS = [
    "45d4afef2c9bde03 d4b54afe3dabc6c9",
    "7f50ff9c2e094d03 810eb409a642341e",
]
FOR_TWO = {
    P.DUTCH: [
        "45d4afef2c9bde03 d4b54afe3dabc6c9",
        "369e4134beb16ae8 b51800bc7805cb77",
        "865d447d6be9b34b cfdc8f74f53207cf",
    ],
    P.FIELD: [
        "7f50ff9c2e094d03 810eb409a642341e",
        "57fa2de2496acbca 6b382b79068ab772",
        "915a0832ef0285ad 8551540830d02713",
    ],
    P.ROUND_ROBIN: [
        "fb1eca43f5278eaa bbf59878b51fddc0",
        "9ad2e9908393ebff 1f08ff65da205bc6",
        "84f74dead89f6095 373e808ca6a0cab6",
    ],
    P.DOUBLE_ROUND_ROBIN: [
        "318d60351feaf602 d48e5993c6c3a67b",
        "23a220a04d36eb07 a635ebdd4fda5134",
        "72fd28b04e7b3382 498b8e56f8aaa5dc",
    ],
    P.SINGLE: [
        "cdfda92c68de5664 3958e3c5fb5b91e3",
        "ee524d2c624a3749 fccd11ec81ee5dc6",
        "6e3a76905ff56ef4 a342ee3f2acd6cd5",
    ],
    P.DOUBLE: [
        "04e13a2f12da9c9a 3958e3c5fb5b91e3",
        "d4fea920bb1aeace fccd11ec81ee5dc6",
        "89b64ae7ee85c57d a5ef0384a73c177b",
    ],
}

#: Keys are part of what a seating is made from.
FIRST = 70_001


def event():
    return make_event(pk=FIRST)


def enter(tournament, count):
    """So many people, some of a household or a team, one with a fixed table."""
    people = range(count)
    Player.objects.bulk_create(
        Player(
            pk=FIRST + n, event=tournament.event, name=f"Player {n:03}", identity=f"player {n:03}",
            household="Smith" if n in (1, 2) else "", team="Reds" if n in (3, 4, 5) else "",
        )
        for n in people
    )  # fmt: skip
    entries = Entry.objects.bulk_create(
        Entry(
            pk=FIRST + n, tournament=tournament, player_id=FIRST + n, entered_at=NOON,
            status=Entry.Status.CHECKED_IN, status_at=NOON, fixed_table=2 if n == 0 else None,
        )
        for n in people
    )  # fmt: skip
    constraints.keep_apart(tournament.event, entries[0].player, entries[3].player, by=ANNA, at=NOON)
    return tournament


def at_tables(people, **fields):
    return enter(make_tournament(event(), pk=FIRST, **fields), people)


def pairs(pairing, people, **fields):
    return enter(head_to_head(pairing, 0, event(), pk=FIRST, **fields), people)


def marks(round_):
    """The digest of what a round was made from, and one of its tables, byes and matches."""
    round_.refresh_from_db()
    facts = [
        services.as_lists(round_),
        sorted(round_.byes.values_list("entry_id", flat=True)),
        list(round_.matches.order_by("name").values_list("name", "number", "winner_id")),
        sorted(round_.tournament.entries.values_list("pk", "seed")),
        [round_.kind, round_.seating_seed, round_.seating_mode, round_.seating_engine],
    ]
    tables = hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]
    return f"{round_.seating_digest} {tables}"


def first_seat(*table):
    return table[0]


def played(tournament, **choices):
    """Seat the next round, play it, and give its marks."""
    round_ = seat(tournament, **choices)
    found = marks(round_)
    play(round_, winner=first_seat)
    return found


def test_rounds_at_tables_and_the_final():
    tournament = at_tables(18, rounds_planned=3)
    found = [played(tournament) for _ in range(3)]
    refresh(tournament.pk, at=NOON)
    equal = finals.lineup(tournament, stored_ranking(tournament)).cut.tied
    decide_tie(tournament, equal, Adjustment.Kind.PLAYOFF, reason="one game", by=ANNA, at=NOON)
    assert [*found, played(tournament)] == TABLES


@pytest.mark.long
def test_chosen_sizes_mode_and_seed():
    tournament = at_tables(18, rounds_planned=4)
    found = [played(tournament, sizes=(5, 5, 4, 4)), played(tournament, mode="mixed", seed=7)]
    assert found == CHOSEN


@pytest.mark.long
def test_rounds_with_byes():
    tournament = at_tables(11, rounds_planned=3, table_min=4, table_max=4, finalists=4)
    assert [played(tournament) for _ in range(2)] == BYES


@pytest.mark.long
def test_another_proposal_with_a_locked_seat():
    tournament = at_tables(18)
    round_ = seat(tournament)
    round_.seats.filter(entry=FIRST + 9).update(locked=True)
    next_round.reseat_round(round_, by=ANNA, at=NOON)
    found = [marks(round_)]
    next_round.reseat_round(round_, by=ANNA, at=NOON, mode="standings", sizes=(5, 5, 4, 4))
    assert [*found, marks(round_)] == PROPOSALS


@pytest.mark.long
def test_rounds_by_a_plan():
    tournament = at_tables(16, rounds_planned=3)
    planning.keep_plan(tournament, 3, [4] * 4, seed=5, by=ANNA, at=NOON)
    assert [played(tournament) for _ in range(3)] == PLANNED


@pytest.mark.parametrize(
    ("pairing", "people"),
    [
        (P.DUTCH, 9), pytest.param(P.DOUBLE, 6, marks=pytest.mark.long),
        *(
            pytest.param(*format_and_people, marks=pytest.mark.long)
            for format_and_people in (
                (P.FIELD, 9), (P.ROUND_ROBIN, 5), (P.DOUBLE_ROUND_ROBIN, 4), (P.SINGLE, 6),
            )
        ),
    ],
)  # fmt: skip
def test_rounds_for_two(pairing, people):
    tournament = pairs(pairing, people)
    assert [played(tournament) for _ in range(3)] == FOR_TWO[pairing]


@pytest.mark.long
def test_another_proposal_and_the_other_swiss():
    tournament = pairs(P.DUTCH, 9)
    round_ = seat(tournament)
    next_round.reseat_round(round_, by=ANNA, at=NOON)
    found = [marks(round_)]
    next_round.reseat_round(round_, by=ANNA, at=NOON, mode=P.FIELD.value)
    assert [*found, marks(round_)] == OTHER_SWISS
