"""Files are read back as they were written, whatever people are called and however they played.

``ROUNDHOUSE_ROUND_TRIPS`` says how many random events there are for each way (`make fuzz`: 1,000).
"""

import os

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from scoring.formatting import rounded
from tests.builders import ANNA, NOON, make_event, make_round, make_tournament, minutes
from tests.examples import ALL
from tests.tournaments.fixtures.leagues import MONDAY, games, league
from tests.tournaments.standings.exporting.event_files import normal, written
from tests.tournaments.standings.exporting.files import WAYS, fraction, read
from tests.tournaments.standings.hands import play_round
from tournaments.access.shown_results import EVERYTHING
from tournaments.models import Bye, Entry, FixtureGame, Player, SheetLine
from tournaments.names import loose
from tournaments.person_fields import ROSTER_KEYS
from tournaments.registration import rules
from tournaments.registration.roster_import import import_roster
from tournaments.registration.roster_writing import roster_data
from tournaments.registration.services import write_person
from tournaments.seating import queries as seating
from tournaments.seating.changing import spreadsheet
from tournaments.seating.changing.listed import Listed
from tournaments.spreadsheet_files import encode
from tournaments.standings.computing import services
from tournaments.standings.exporting import event_reader, spreadsheets
from tournaments.standings.showing import queries

pytestmark = [pytest.mark.django_db, pytest.mark.once]

LATER = NOON + minutes(30)
FEW = "4" if ALL else "2"
EVENTS = int(os.environ.get("ROUNDHOUSE_ROUND_TRIPS", FEW))
events = settings(
    max_examples=EVENTS,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],  # making a failing event smaller takes minutes
    suppress_health_check=list(HealthCheck),
)
#: Letters of any script, numbers, and what spreadsheets take for something else.
SIGNS = st.one_of(
    st.sampled_from("=+-@'\",;\t|#_.()/ Łéß\u00a0"),
    st.characters(categories=["L", "N", "P", "S", "Zs"]),
)
WORDS = st.text(SIGNS, max_size=20)
NOTES = st.lists(WORDS, max_size=5).map("\n".join)


@st.composite
def people(draw, least=4):
    """Some people, as a desk accepts them, no two of whom have the same name or handle."""
    found, taken = [], set()
    for number in range(draw(st.integers(least, 9))):
        raw = {
            "name": draw(st.text(SIGNS, min_size=1, max_size=25)),
            "handle": draw(WORDS),
            "home_town": draw(WORDS),
            "email": draw(st.sampled_from(["", f"p{number}@example.org"])),
            "household": draw(WORDS),
            "notes": draw(NOTES),
            "rating": draw(st.sampled_from(["", "0", "7", "2145"])),
            "federation": draw(st.sampled_from(["", "GER", "Łód"])),
            "seed": draw(st.sampled_from(["", "1", "12"])),
            "member_number": draw(st.sampled_from(["", f"TGA {number}", f"BGG P_{number}"])),
        }
        person, _reasons = rules.read_person(raw)
        keys = {loose(raw["name"]), *filter(None, [loose(raw["handle"])])}
        if person and all(keys) and not keys & taken:
            found.append(person)
            taken |= keys
    assume(len(found) >= least)
    return found


def enter(tournament, persons):
    """Put people on the roster, checked in at a tournament."""
    players = [Player(event=tournament.event, identity=person.identity) for person in persons]
    for player, person in zip(players, persons, strict=True):
        write_person(player, person)
        player.save()
    return [
        Entry.objects.create(
            tournament=tournament,
            player=player,
            status=Entry.Status.CHECKED_IN,
            entered_at=NOON,
            status_at=NOON,
        )
        for player in players
    ]


def tables_of(draw, entries):
    """The entries at tables of up to four, in some order."""
    order = draw(st.permutations(entries))
    return [order[at : at + 4] for at in range(0, len(order), 4)]


def played(data):
    """An event with random people, who played one to three rounds of a hand."""
    tournament = make_tournament(
        make_event(time_zone=data.draw(st.sampled_from(["UTC", "Europe/Paris", "Asia/Kolkata"]))),
        scheme=data.draw(st.sampled_from(["house", "share", "four-two-one", "game-points"])),
    )
    entries = enter(tournament, data.draw(people()))
    for number in range(1, data.draw(st.integers(1, 3)) + 1):
        tables = [
            [(entry, data.draw(st.integers(-20, 200))) for entry in table]
            for table in tables_of(data.draw, entries)
        ]
        play_round(tournament, tables, number=number)
    if data.draw(st.booleans()):
        Entry.objects.filter(pk=entries[-1].pk).update(status=Entry.Status.DROPPED)
    services.refresh(tournament.pk, at=LATER)
    return tournament


def in_one_world(check):
    """Undo what one random event left behind, so that the next one begins with nothing."""

    def run(data):
        with transaction.atomic():
            check(data)
            transaction.set_rollback(True)

    events(given(st.data())(run))()


def in_every_way(data_of):
    """The rows of a dataset of the site as each of its files is read."""
    return [
        read(encode(data_of(kind), kind, separator=separator), kind, separator)
        for kind, separator in WAYS
    ]


def test_standings_have_the_same_values_in_each_file_as_on_the_page():
    def check(data):
        tournament = played(data)
        rows = queries.rows_now(tournament, EVERYTHING)
        expected = [
            (row.place, row.name, row.handle, row.home_town, rounded(row.score), row.score,
             row.wins, row.game_points, row.games, row.hands, row.why)
            for row in rows
        ]  # fmt: skip
        for found in in_every_way(
            lambda kind: spreadsheets.standings_data(tournament, kind, EVERYTHING)
        ):
            assert [
                (row["place"], row["player"], row["handle"], row["home town"], row["score"],
                 fraction(row["exact score"]), row["wins"], row["game points"], row["games"],
                 row["hands"], row["above the next because"])
                for row in found
            ] == expected  # fmt: skip

    in_one_world(check)


def test_hands_have_the_same_values_in_each_file_as_on_the_sheets():
    def check(data):
        tournament = played(data)
        lines = SheetLine.objects.filter(sheet__table__round__tournament=tournament).order_by(
            "sheet__table__round__number", "sheet__table__number", "seat__position"
        )
        expected = list(
            lines.values_list(
                "sheet__table__round__number", "sheet__table__number", "sheet__number",
                "seat__entry__player__name", "points",
            )
        )  # fmt: skip
        for found in in_every_way(lambda _kind: spreadsheets.hands_data(tournament, EVERYTHING)):
            columns = ("round", "table", "hand", "player", "points")
            assert [tuple(row[name] for name in columns) for row in found] == expected
            assert {row["status"] for row in found} == {"reported"}

    in_one_world(check)


@pytest.mark.long
def test_games_of_fixtures_have_the_same_values_in_each_file():
    def check(data):
        tournament = league(4)
        for game, person in zip(games(tournament), data.draw(people()), strict=False):
            outcome = data.draw(st.sampled_from(["", "home", "draw", "away"]))
            write_person(game.home.player, person)
            game.home.player.save()
            if outcome:
                FixtureGame.objects.filter(pk=game.pk).update(
                    status=FixtureGame.Status.CONFIRMED, outcome=outcome, played_on=MONDAY
                )
        first, *others = in_every_way(lambda _kind: spreadsheets.hands_data(tournament, EVERYTHING))
        assert len(first) == 2 * len(games(tournament))
        assert others == [first] * 3
        names = [name for game in games(tournament) for name in _names(game)]
        assert sorted(row["player"] for row in first) == sorted(names)

    in_one_world(check)


def _names(game):
    return [side.player.name for side in (game.home, game.away)]


#: A file of text; the others in a long run.
READ_BACK = [WAYS[0], *(pytest.param(*way, marks=pytest.mark.long) for way in WAYS[1:])]


@pytest.mark.parametrize(
    ("kind", "separator"), [*READ_BACK, pytest.param("csv", "\t", marks=pytest.mark.long)]
)
def test_a_seating_is_read_back_from_each_file(kind, separator):
    def check(data):
        tournament = make_tournament()
        entries = enter(tournament, data.draw(people()))
        sits_out, tables = entries[:1], tables_of(data.draw, entries[1:])
        made = make_round(tournament, tables, started_at=None)
        Bye.objects.create(round=made, entry=sits_out[0], kind=Bye.Kind.FULL)
        written = spreadsheet.seating_data(seating.seating(made), sits_out)
        # A spreadsheet may save a list with tabs, which the site itself does not write.
        file = (
            written.export("csv", delimiter=separator).encode()
            if separator == "\t"
            else encode(written, kind, separator=separator)
        )
        expected = Listed([[one.pk for one in table] for table in tables], [sits_out[0].pk])
        assert spreadsheet.from_csv(spreadsheet.text_of(file), tournament) == expected

    in_one_world(check)


@pytest.mark.parametrize(("kind", "separator"), READ_BACK)
def test_a_roster_is_read_back_with_its_tournaments(kind, separator):
    def check(data):
        tournament = make_tournament()
        other = make_tournament(tournament.event, name="18xx Open")
        entries = enter(tournament, data.draw(people()))
        Entry.objects.create(
            tournament=other, player=entries[0].player, entered_at=NOON, status_at=NOON
        )
        written = encode(roster_data(tournament.event), kind, separator=separator)
        again = make_event("Winter Meet 2")
        for one in (tournament, other):
            make_tournament(again, name=one.name, slug=one.slug)
        report = import_roster(again, written, by=ANNA, at=LATER)
        assert report.counts()["refused"] == 0
        assert roster(again) == roster(tournament.event)

    in_one_world(check)


def roster(event):
    return {
        (
            *(getattr(player, key) for key in ROSTER_KEYS),
            *sorted(player.entries.values_list("tournament__slug", flat=True)),
        )
        for player in event.players.all()
    }


@pytest.mark.long
def test_an_event_that_is_brought_again_has_the_same_rows_and_the_same_files():
    def check(data):
        tournament = played(data)
        before = written(tournament.event)
        brought = event_reader.load(before, by=ANNA, at=LATER)
        assert normal(written(brought)) == normal(before)
        again = brought.tournaments.get()
        for kind, separator in WAYS:
            for one in (spreadsheets.standings_data, hands):
                files = [
                    encode(one(found, kind, EVERYTHING), kind, separator=separator)
                    for found in (tournament, again)
                ]
                assert read(files[0], kind, separator) == read(files[1], kind, separator)
        assert roster(brought) == roster(tournament.event)

    in_one_world(check)


def hands(tournament, _kind, shown):
    return spreadsheets.hands_data(tournament, shown)
