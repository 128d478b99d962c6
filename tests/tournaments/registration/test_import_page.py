"""Importing a roster file by the page and by the command."""

from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.builders import NOON, make_conductor, make_entries, make_event, make_round
from tests.examples import ALL
from tests.pairing.head_to_head.test_trf import FILES
from tests.tournaments.registration.test_made_up_rosters import book
from tests.tournaments.results.tables import play
from tournaments.models import Entry, Player, Tournament
from tournaments.registration import roster_file
from tournaments.standings.computing.services import refresh

pytestmark = pytest.mark.django_db

#: Each is two pages; `make fuzz` reads more files.
EXAMPLES = 40 if ALL else 5
ROSTER = settings.BASE_DIR / "tournaments" / "demo" / "roster.csv"


@pytest.fixture
def address(client, tournament):
    client.force_login(make_conductor(tournament.event))
    return reverse("roster-import", args=[tournament.event.slug])


def upload(data: bytes, name="roster.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


# --- The page -------------------------------------------------------------------------------------


def test_a_file_is_previewed_before_it_is_imported(client, tournament, address):
    answer = {"file": upload(ROSTER.read_bytes()), "tournament": tournament.slug}
    looked = client.post(address, answer | {"act": "look"})
    shown = looked.content.decode()

    assert "Preview of the import" in shown
    assert "Encoding UTF-8" in shown
    assert "“patrick at example.org” is not an e-mail address." in shown
    assert "Same person as in line 2; counted once." in shown
    assert not Player.objects.exists()

    again = {"data": looked.context["data"], "tournament": tournament.slug, "act": "load"}
    shown = client.post(address, again).content.decode()
    assert "Imported" in shown
    assert "Encoding" not in shown
    assert Player.objects.count() == tournament.entries.count() == 40


def test_a_report_of_a_tournament_for_fide_is_previewed_and_imported(client, tournament, address):
    data = FILES[0].read_bytes()
    looked = client.post(address, {"file": upload(data, "club.trf"), "tournament": tournament.slug})
    assert "Jörg Müller" in looked.text
    again = {"data": looked.context["data"], "tournament": tournament.slug, "act": "load"}
    client.post(address, again)
    rows = tournament.entries.values_list("player__name", "player__rating", "player__seed")
    assert ("Petr Novák", "1600", "2") in rows
    assert len(rows) == 6


def test_loading_the_same_file_again_says_that_nobody_is_new(client, tournament, address):
    for _ in "12":
        answer = {"file": upload(b"name\nAda\n"), "tournament": tournament.slug, "act": "load"}
        shown = client.post(address, answer).content.decode()
    assert "No new people" in shown
    assert Entry.objects.count() == 1
    answer = {"file": upload(b"name\nAda\n"), "tournament": tournament.slug}
    assert "Nothing to import" in client.post(address, answer).content.decode()


def test_lines_can_be_pasted(client, tournament, address):
    text = "name;town\r\nAda;Oslo\r\n"
    client.post(address, {"text": text, "act": "load"})
    assert Player.objects.get().home_town == "Oslo"
    assert not Entry.objects.exists()


def test_an_unreadable_file_is_refused_in_words(client, tournament, address):
    for answer, sentence in (
        ({}, "Choose a file or paste its text."),
        ({"text": "  \n "}, "Choose a file or paste its text."),
        ({"file": upload(b"")}, "This file is empty."),
        ({"file": upload(b"\n\n")}, "This file is empty."),
        ({"file": upload(b"PK\x03\x04xlsx", "people.xlsx")}, "This Excel workbook cannot be read."),
        ({"file": upload(b"\x00\xff" * 500)}, "This is not a text file."),
        ({"file": upload(b"x" * (600 * 1024))}, "This file is larger than 512 KB."),
        ({"text": "Ada,12\nBob,13\n"}, "with a column “name” among them. It says: Ada"),
        ({"text": "name\nAda", "tournament": "nowhere"}, "That is not an open tournament"),
        ({"text": "name\nAda", "tournament": "\0"}, "That is not an open tournament"),
        ({"text": "name\nA\0da"}, "Null characters are not allowed."),
    ):
        response = client.post(address, answer | {"act": "load"})
        assert response.status_code == 422, sentence
        assert sentence in response.content.decode()
    assert not Player.objects.exists()


def test_what_was_pasted_stays_when_it_is_refused(client, tournament, address):
    shown = client.post(address, {"text": "Ada Lindqvist\nBob\n"}).content.decode()
    assert "Ada Lindqvist\nBob\n</textarea>" in shown


def test_nobody_is_imported_into_a_finished_tournament(client, tournament, address):
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    answer = {"text": "name\nAda", "tournament": tournament.slug, "act": "load"}
    assert "That is not an open tournament" in client.post(address, answer).content.decode()


def test_a_file_cannot_smuggle_in_markup(client, tournament, address):
    nasty = (
        b'name,<script>alert(1)</script>\n<script>alert(2)</script>,x\n"<b>bold</b>","",too many\n'
    )
    for act in ("look", "load"):
        shown = client.post(address, {"file": upload(nasty), "act": act}).content.decode()
        assert "<script>alert" not in shown
        assert "<b>bold" not in shown
        assert "&lt;script&gt;alert(2)" in shown


@given(st.binary(max_size=200))
@hypothesis_settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_random_bytes_never_cause_a_server_error(client, tournament, address, data):
    for prefix in (b"", b"name,handle\n"):
        response = client.post(address, {"file": upload(prefix + data), "act": "load"})
        assert response.status_code in (200, 422)


# Reading and importing: test_services.py counts for 200 people.
@pytest.mark.long
@pytest.mark.parametrize("people", [8, 16])
def test_a_preview_takes_a_known_number_of_queries(
    client, tournament, address, people, same_queries
):
    data = "name\n" + "\n".join(f"Passenger {n}" for n in range(people))
    answer = {"file": upload(data.encode()), "tournament": tournament.slug}
    # Session, account, event, role, tournaments; savepoint, lock, people, entries, release.
    with same_queries(at_most=13):
        client.post(address, answer)


# --- The command ----------------------------------------------------------------------------------


def run(*args) -> str:
    out = StringIO()
    call_command("import_roster", *map(str, args), stdout=out)
    return out.getvalue()


@pytest.mark.once
def test_the_command_loads_the_file_and_names_the_bad_lines(tournament):
    said = run("winter-meet", ROSTER, "--tournament", "express-open").splitlines()

    assert said == [
        "line 26: Ada Lindqvist: same person as in line 2.",
        "line 30: The name is missing.",
        "line 40: Patrick D'Amico: “patrick at example.org” is not an e-mail address.",
        "40 new, 0 already on the roster, 1 duplicates, 2 with errors; 40 registered.",
    ]
    assert tournament.entries.count() == 40
    assert run("winter-meet", ROSTER, "--tournament", "express-open").splitlines()[-1] == (
        "0 new, 40 already on the roster, 1 duplicates, 2 with errors; 0 registered."
    )


@pytest.mark.once
def test_the_command_has_a_dry_run(tournament):
    assert "Dry run, nothing saved: 40 new" in run("winter-meet", ROSTER, "--dry-run")
    assert not Player.objects.exists()


@pytest.mark.once
def test_the_command_fails_without_event_file_or_tournament(tournament):
    for args, sentence in (
        (["nowhere", ROSTER], "There is no event “nowhere”."),
        (["winter-meet", "/nowhere.csv"], "/nowhere.csv cannot be read: No such file"),
        (["winter-meet", settings.BASE_DIR], "cannot be read: Is a directory"),
        (["winter-meet", ROSTER, "--tournament", "x"], "Winter Meet has no tournament “x”."),
    ):
        with pytest.raises(CommandError, match=sentence):
            run(*args)


@pytest.mark.once
def test_the_command_fails_for_a_file_that_is_not_a_roster(tournament, tmp_path: Path):
    file = tmp_path / "roster.bin"
    file.write_bytes(b"\x00" * (roster_file.MOST_BYTES * 2))
    with pytest.raises(CommandError, match="This file is larger than 512 KB"):
        run("winter-meet", file)


@pytest.mark.once
def test_the_command_finds_only_tournaments_of_the_event(tournament):
    make_event("Summer Meet")
    with pytest.raises(CommandError):
        run("summer-meet", ROSTER, "--tournament", "express-open")


def sent(response, **changes):
    """The form of the preview: the file, and how it was read, with ``changes``."""
    shown = response.context
    file = shown["file"]
    columns = {f"column-{at}": found or "" for at, found in shown["sheet_columns"]}
    rest = {"heading": file.heading, "leave": shown["leave"], "sheet": file.sheet}
    was = {f"was-{name}": value for name, value in rest.items()}
    was["was-columns"] = ",".join(columns.values())
    return {"data": shown["data"], "chosen": "1", **columns, **rest, **was, **changes}


def test_a_sheet_without_known_headings_is_shown_and_read_as_a_conductor_says(client, address):
    first = client.post(address, {"text": "Who,From\nAda,Oslo\nx,\nEva,Rome\n"})
    assert first.status_code == 422
    said = sent(first, heading="1", leave="3", **{"column-0": "name", "column-1": "home_town"})
    looked = client.post(address, said | {"act": "look"})
    assert "1 line is left out" in looked.content.decode()
    assert not Player.objects.exists()
    client.post(address, sent(looked) | {"act": "load"})
    people = Player.objects.order_by("name").values_list("name", "home_town")
    assert list(people) == [("Ada", "Oslo"), ("Eva", "Rome")]


def test_another_sheet_is_read_by_its_own_headings(client, address):
    clubs = [["Name", "Town"], ["Oslo Rails", "Oslo"]]
    people = [["No", "Town", "Name"], [1, "Rome", "Eva"]]
    first = client.post(address, {"file": upload(book(clubs, people))})
    client.post(address, sent(first, sheet="1") | {"act": "load"})
    assert list(Player.objects.values_list("name", "home_town")) == [("Eva", "Rome")]


def test_other_headings_say_what_their_columns_are(client, address):
    """The first two lines have headings; what was shown of the first is no choice."""
    first = client.post(address, {"text": "Name,Town,Handle\nTown,Name\nOslo,Ada\nRome,Eva\n"})
    assert first.context["file"].heading == 1
    client.post(address, sent(first, heading="2") | {"act": "load"})
    people = Player.objects.order_by("name").values_list("name", "home_town")
    assert list(people) == [("Ada", "Oslo"), ("Eva", "Rome")]


def test_what_a_conductor_said_of_the_columns_is_remembered(client, address):
    first = client.post(address, {"text": "Name,Base\nAda,Oslo\n"})
    client.post(address, sent(first, **{"column-1": "home_town"}) | {"act": "load"})
    client.post(address, {"text": "Name,Base\nEva,Rome\n", "act": "load"})
    assert Player.objects.get(name="Eva").home_town == "Rome"


def test_a_sheet_whose_headings_nobody_knows_is_read_as_the_last_one_with_them(client, address):
    first = client.post(address, {"text": "As of May,\nWho,From\nAda,Oslo\nEva,Rome\n"})
    said = sent(first, heading="2", **{"column-0": "name", "column-1": "home_town"})
    client.post(address, said | {"act": "look"})
    client.post(address, {"text": "As of June,\n,\nWho,From\nCy,Bern\n", "act": "load"})
    assert list(Player.objects.values_list("name", "home_town")) == [("Cy", "Bern")]


def test_the_sheet_of_a_workbook_that_was_chosen_is_read_again(client, address):
    prices = [["Item", "Price"], ["Ada's badge", 5]]
    people = [["Who", "From"], ["Ada", "Oslo"]]
    first = client.post(address, {"file": upload(book(prices, people))})
    second = client.post(address, sent(first, sheet="1"))
    said = {"heading": "1", "column-0": "name", "column-1": "home_town"}
    client.post(address, sent(second, **said) | {"act": "look"})
    client.post(address, {"file": upload(book(prices, prices, people)), "act": "load"})
    assert not Player.objects.exists(), "another sheet stands there now"
    again = book(prices, [*people, ["Eva", "Rome"]])
    client.post(address, {"file": upload(again), "act": "load"})
    assert list(Player.objects.order_by("name").values_list("name")) == [("Ada",), ("Eva",)]


@pytest.mark.parametrize(
    ("codec", "name"),
    [
        ("mac_roman", "Chloé Roy"),
        # Chosen by the same field, and read by test_roster_file.py.
        pytest.param("utf-8", "Chloé Roy", marks=pytest.mark.long),
    ],
)
def test_an_encoding_that_was_chosen_is_kept_to_where_a_file_does_not_say_its_own(
    client, address, codec, name
):
    first = client.post(address, {"file": upload("Name\nZoé\n".encode("mac_roman"))})
    client.post(address, sent(first, encoding="Mac Roman") | {"act": "look"})
    client.post(address, {"file": upload(f"Name\n{name}\n".encode(codec)), "act": "load"})
    assert Player.objects.get().name == name


def test_the_preview_shows_the_names_in_each_encoding_that_they_may_be_in(client, address):
    file = upload("Name;Ort\nJörg Größmann;Köln\n".encode("cp1252"))
    shown = client.post(address, {"file": file}).content.decode()
    assert "Jörg Größmann, Köln (Windows-1252)" in shown
    assert "(Mac Roman)" in shown


def test_the_standings_of_the_site_come_back_as_their_players(client, address, tournament):
    entries = make_entries(tournament, 4)
    people = [entry.player.name for entry in entries]
    play(make_round(tournament, [entries]).tables.get())
    refresh(tournament.pk, at=NOON)
    exported = client.get(f"/e/{tournament.event.slug}/t/{tournament.slug}/standings.csv")
    file = roster_file.read_roster(b"".join(exported))
    assert sorted(line.name for line in file.lines) == people
    assert all(line.person and not line.person.home_town for line in file.lines)
