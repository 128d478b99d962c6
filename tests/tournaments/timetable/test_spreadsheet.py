"""The timetable as a file: written, read back, and refused as a whole where a line is wrong."""

from datetime import UTC, date, datetime, time, timedelta
from io import BytesIO

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.builders import make_conductor, minutes
from tests.tournaments.signup.sessions import WHO, check_truth
from tests.tournaments.timetable.files import make_days, make_hall, read, refused
from tournaments.models import LedgerEntry, Session
from tournaments.timetable import spreadsheet
from tournaments.timetable.queries import of_file
from tournaments.timetable.services import plan_session

pytestmark = pytest.mark.django_db

#: The clocks of Paris show 2:00 to 3:00 twice in this night.
TWO_AGAIN = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


@pytest.fixture
def event():
    return make_hall()


def written(event) -> str:
    return spreadsheet.as_csv(of_file(event, drafts=True), event.zone)


def test_a_file_plans_sessions_and_reading_it_again_plans_nothing(event):
    text = """Tournament;Day;Start;Minutes;Room;First table;Last table;Places;Release after
eurorails;2026-10-24;9:00;240;hall a;1;4;16;10
Express Open;2026-10-24;14:30;180;;;;;
;;;;;;;;
Eurorails;2026-10-24;14:30;240;Hall A;1;4;16;10
"""
    assert [str(one) for one in read(event, text).planned] == [
        "Eurorails, heat 1", "Express Open, heat 1", "Eurorails, heat 2",
    ]  # fmt: skip
    first = Session.objects.order_by("pk").first()
    assert first.starts_at == datetime(2026, 10, 24, 7, tzinfo=UTC)
    assert (first.ends_at - first.starts_at, first.capacity) == (timedelta(hours=4), 16)
    assert (first.room.name, first.last_table, first.release_minutes) == ("Hall A", 4, 10)
    assert first.published_at is None
    entry = LedgerEntry.objects.get(verb="import timetable")
    assert entry.after["sessions"][0] == "Eurorails, heat 1"
    check_truth()
    again = read(event, text)
    assert (again.planned, again.known) == ([], 3)
    assert LedgerEntry.objects.filter(verb="import timetable").count() == 1


def test_the_ledger_names_what_was_planned_in_the_language_of_the_site(event):
    line = "tournament,kind,day,start,minutes\nEurorails,heat,2026-10-24,9:00,60\n"
    with override("de"):  # that of the conductor
        read(event, line)
    entry = LedgerEntry.objects.get(verb="import timetable")
    assert entry.after["sessions"] == ["Eurorails, heat 1"]


def test_a_trial_says_what_it_would_plan_and_leaves_nothing(event):
    text = "name,day,start,minutes\nTalk,2026-10-24,10:00,60\n"
    assert [str(one) for one in read(event, text, dry_run=True).planned] == ["Talk"]
    assert not Session.objects.exists()
    assert not LedgerEntry.objects.filter(verb="import timetable").exists()


#: What a cell may do to a file, or a spreadsheet to a cell.
NAMES = (
    "=1+1",
    "'=1+1",
    "''-x",
    "O'Brien, “late”",
    'a "quoted"; name',
    "2026-10-24",
    "007",
    "Żółć",
)


@pytest.mark.long("postgresql")
def test_a_file_that_is_written_and_read_back_is_the_same(event):
    one, other = event.tournaments.order_by("pk")
    first, lounge = event.rooms.order_by("pk")
    twice = {"starts_at": TWO_AGAIN, "ends_at": TWO_AGAIN + minutes(45), "opens_at": TWO_AGAIN}
    place = {"room": lounge.pk, "first_table": 6, "last_table": 7}
    plan_session(event, tournament=one.pk, **twice, **place, **WHO)
    opens = {"opens_at": TWO_AGAIN - timedelta(days=3, seconds=1), "closes_at": TWO_AGAIN}
    plan_session(event, tournament=other.pk, kind="final", joins="none", capacity=4,
                 **twice | opens, **WHO)  # fmt: skip
    # An hour earlier, the clocks show the same.
    earlier = {"starts_at": TWO_AGAIN - minutes(60), "room": first.pk, "release_minutes": 0}
    plan_session(event, tournament=one.pk, **twice | earlier, **WHO)
    for number, name in enumerate(NAMES):
        starts_at = datetime(2026, 10, 24, 6, tzinfo=UTC) + minutes(75 * number)
        times = {"starts_at": starts_at, "ends_at": starts_at + minutes(15)}
        plan_session(event, tournament=None, kind="other", name=name, **times, **WHO)
    text = written(event)
    copy = make_hall(slug="copy")
    assert len(read(copy, text).planned) == len(NAMES) + 3
    assert written(copy) == text
    for made in (event, copy):
        assert read(made, text).planned == []


@pytest.mark.long
def test_a_wrong_room_in_line_40_is_one_sentence_with_its_line(event):
    good = [f"Talk {n},2026-10-24,10:00,60,Hall A,,," for n in range(2, 60)]
    good[40 - 2] = "Talk 40,2026-10-24,10:00,60,Hall Z,,,"
    assert refused(event, *good) == "Line 40: There is no room “Hall Z”."


WRONG_LINES = [
    (",2026-10-24,10:00,60,,,,", "What belongs to no tournament needs a name."),
    ("Talk,,10:00,60,,,,", "day is missing."),
    ("Talk,24 October,10:00,60,,,,", "day cannot be “24 October”. Write it like 2026-11-21."),
    ("Talk,2026-10-24,ten,60,,,,", "start cannot be “ten”. Write it like 14:30."),
    ("Talk,2026-10-24,10:05,60,,,,",
     "Sessions start and end on the quarter hour: 10:00, :15, :30 or :45."),
    ("Talk,2026-10-24,10:00,-5,,,,", "minutes cannot be “-5”. Write it like 12."),
    ("Talk,2026-10-24,10:00,0,,,,", "The session has to end after it starts."),
    ("Talk,2026-10-24,10:00,9990,,,,", "A session takes at most 24 hours."),
    ("Talk,2026-10-23,10:00,60,,,,",
     "The event is from 2026-10-24 to 2026-10-25. The session has to lie within it."),
    # The night after the last day belongs to it until six.
    ("Talk,2026-10-25,23:00,450,,,,",
     "The event is from 2026-10-24 to 2026-10-25. The session has to lie within it."),
    ("Talk,0001-01-01,00:00,60,,,,",
     "start cannot be “0001-01-01 00:00:00”. Write it like 2026-11-20 18:00."),
    ("Talk,9999-12-31,10:00,9990,,,,",
     "day cannot be “9999-12-31”. Write it like 2026-11-21."),
    (",2026-10-24,10:00,60,,Chess,,", "There is no tournament “Chess”."),
    (",2026-10-24,10:00,60,,Eurorails,best,",
     "kind cannot be “best”. Write it like heat / semifinal / final / other."),
    (",2026-10-24,10:00,60,,Eurorails,final,2", "Only heats have a number."),
    ("Talk,2026-10-24,10:00,60,,Eurorails,other,",
     "Choose the tournament, or “something else”, which belongs to none."),
]  # fmt: skip


@pytest.mark.once  # lines are checked in Python
def test_each_line_that_is_wrong_is_a_sentence_and_nothing_is_planned(event):
    good = "Talk,2026-10-24,10:00,60,,,,"
    for line, said in WRONG_LINES:
        assert refused(event, good, line, good) == f"Line 3: {said}"


def test_all_wrong_lines_are_said_at_once(event):
    lines = ["Talk,2026-10-24,10:00,60,Hall Z,,,", "Talk,2026-10-24,25:00,60,,,,"]
    assert refused(event, *lines) == (
        "Line 2: There is no room “Hall Z”. Line 3: start cannot be “25:00”. Write it like 14:30."
    )


def test_two_lines_cannot_have_the_same_table(event):
    head = "name,day,start,minutes,first table,last table"
    lines = ["One,2026-10-24,10:00,120,1,4", "Two,2026-10-24,11:45,60,4,6"]
    with timezone.override(event.zone):
        said = refused(event, *lines, head=head)
    assert said == "Line 3: Table 4 is taken by One, 10:00 to 12:00."
    assert "The hall has no table 9." in refused(event, "One,2026-10-24,10:00,60,8,9", head=head)
    check_truth()


def test_a_heat_that_is_there_with_other_values_is_not_planned_twice(event):
    read(event, "tournament,number,day,start,minutes\neurorails,2,2026-10-24,10:00,240\n")
    assert str(Session.objects.get()) == "Eurorails, heat 2"
    assert refused(event, ",2026-10-24,11:00,240,,eurorails,,2") == (
        "Line 2: Eurorails, heat 2 is on the timetable already, with other values."
        " Change it on its page."
    )


def test_a_time_that_the_clocks_leave_out_is_refused():
    event = make_days(date(2026, 3, 28))
    assert refused(event, "Talk,2026-03-29,02:30,60,,,,") == (
        "Line 2: The clocks leave out 02:30 that night."
    )
    # Over midnight and the change of the clocks, minutes are as long as ever.
    (talk,) = read(event, "name,day,start,minutes\nTalk,2026-03-28,23:00,240").planned
    assert talk.ends_at == datetime(2026, 3, 29, 2, tzinfo=UTC)  # 4:00 in Paris


@pytest.mark.once
def test_what_is_no_timetable_is_refused(event):
    for text, said in (
        ("", "Line 1: it must name the column “day”."),
        ("name,day,start\nTalk,2026-10-24,10:00", "Line 1: it must name the column “minutes”."),
        ("name,day,start,minutes\n\n", "Line 1: no session follows."),
        ('name,day,start,minutes\n"Talk,2026-10-24,10:00,60\nTalk,2026-10-24,10:00,60',
         "Line 2: its quotation marks do not match up."),
        ("name,day,start,minutes" + "\nTalk,2026-10-24,10:00,60" * 1_000,
         "Line 1001: the list is too long."),
    ):  # fmt: skip
        assert refused(event, head=text) == said


# --- Pages ----------------------------------------------------------------------------------------


def test_a_conductor_looks_at_a_file_before_its_sessions_are_planned(client, event):
    client.force_login(make_conductor(event))
    page = reverse("timetable-import", args=[event.slug])
    text = "name,day,start,minutes,room\nTalk,2026-10-24,10:00,60,Hall A\n"
    file = SimpleUploadedFile("talk.csv", text.encode("utf-16"))
    shown = client.post(page, {"file": file, "act": "look"})
    assert "Plan 1 session</button>" in shown.text
    assert not Session.objects.exists()
    done = client.post(page, {"act": "load", "text": shown.context["text"]}, follow=True)
    assert "1 session is planned." in done.text
    file = client.get(reverse("timetable-file", args=[event.slug]))
    assert file.content.decode("utf-8-sig") == written(event)
    assert "There is nothing new in this file." in client.post(
        page, {"file": SimpleUploadedFile("again.csv", file.content)}
    ).text  # fmt: skip


def workbook(*rows) -> bytes:
    """A workbook whose first sheet has these rows, as a spreadsheet stores them."""
    book, file = openpyxl.Workbook(), BytesIO()
    for row in rows:
        book.active.append(row)
    book.create_sheet("Notes").append(["nothing of this"])
    book.save(file)
    return file.getvalue()


def test_a_workbook_plans_the_same_sessions_as_the_text_of_it(client, event):
    client.force_login(make_conductor(event))
    page = reverse("timetable-import", args=[event.slug])
    file = workbook(
        ["name", "day", "start", "minutes", "room", "opens"],
        [
            "Talk",
            date(2026, 10, 24),
            time(9, 30),
            60,
            "Hall A",
            datetime.combine(date(2026, 10, 20), time(18)),
        ],
        [],
        ["Tea", "2026-10-24", "10:30", 30, None, None],
    )
    shown = client.post(page, {"file": SimpleUploadedFile("t.xlsx", file), "act": "look"})
    client.post(page, {"act": "load", "text": shown.context["text"]})
    assert written(event).splitlines()[1:] == [
        ",other,,Talk,2026-10-24,09:30,60,Hall A,,,,free,2026-10-20 18:00,,",
        ",other,,Tea,2026-10-24,10:30,30,,,,,free,,,",
    ]
    again = {"file": SimpleUploadedFile("t.xlsx", file), "act": "look"}
    assert "There is nothing new in this file." in client.post(page, again).text


def test_a_workbook_that_is_no_timetable_is_refused_in_a_sentence(client, event):
    client.force_login(make_conductor(event))
    page = reverse("timetable-import", args=[event.slug])
    for file, said in (
        (workbook(["name", "day"], ["Talk", "?"]), "it must name the column “start”."),
        (workbook(["name"], *[["Talk"]] * 1_000), "This file has more than 1000 lines."),
        (workbook(["name"])[:-40], "This Excel workbook cannot be read."),
        (
            workbook(["name", "day", "start", "minutes"], [], ["Talk", "soon", "9:00", 60]),
            "Line 3: ",
        ),
    ):
        assert said in client.post(page, {"file": SimpleUploadedFile("t.xlsx", file)}).text
    assert not Session.objects.exists()


def test_the_page_keeps_what_was_pasted_and_says_each_line(client, event):
    client.force_login(make_conductor(event))
    page = reverse("timetable-import", args=[event.slug])
    text = "name,day,start,minutes,room\nTalk,2026-10-24,10:00,60,Hall Z\n,2026-10-24,9:00,60,\n"
    for act in ("look", "load"):
        answer = client.post(page, {"text": text, "act": act})
        assert answer.status_code == 422
        assert "Line 2: There is no room “Hall Z”." in answer.text
        assert "Line 3: What belongs to no tournament needs a name." in answer.text
        assert answer.context["form"]["text"].value() == text
    for empty in ({}, {"file": SimpleUploadedFile("x.csv", b"")}):
        assert "Choose a file or paste its text." in client.post(page, empty).text
    picture = SimpleUploadedFile("x.png", b"\x89PNG\r\n")
    assert "This is not a text file." in client.post(page, {"file": picture}).text
    large = SimpleUploadedFile("x.csv", b"x" * (spreadsheet.MOST_BYTES + 1))
    assert "This file is larger than 128 KB." in client.post(page, {"file": large}).text
    assert not Session.objects.exists()
