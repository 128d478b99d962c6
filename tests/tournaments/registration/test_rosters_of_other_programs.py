"""Rosters as programs of registration, surveys and federations write them, of made-up people.

Their headings and what stands around the people are those of the programs. Each gives its people,
and nobody else.
"""

import io

import openpyxl
import pytest

from tournaments.registration.roster_file import read_roster
from tournaments.registration.roster_rows import Why

ADA, EVA = "Ada Lind", "Eva Berg"


def lines(*rows: str) -> bytes:
    return ("\n".join(rows) + "\n").encode()


def book(*rows) -> bytes:
    made = openpyxl.Workbook()
    for row in rows:
        made.active.append(row)
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


#: The file, the people in it as name, town and handle, and why the other rows are left out.
FILES = {
    "tickets, with the one who paid": (
        lines(
            "Order no.,Order Date,Buyer Name,First Name,Surname,Email,Ticket Type,Attendee #,City",
            "811,2026-01-04,Bo Payer,Ada,Lind,ada@example.org,Weekend,5501,Oslo",
            "811,2026-01-04,Bo Payer,Eva,Berg,eva@example.org,Weekend,5502,Rome",
        ),
        [(ADA, "Oslo", ""), (EVA, "Rome", "")],
        [],
    ),
    "tickets, by attendee": (
        lines(
            "Order ID,Attendee first name,Attendee last name,Attendee Status",
            "1,Ada,Lind,Attending",
            "2,Bo,Ek,Refunded",
            "3,Eva,Berg,Attending",
        ),
        [(ADA, "", ""), (EVA, "", "")],
        [Why.CANCELLED],
    ),
    "members of a group who answered": (
        lines(
            "Name\tUser ID\tTitle\tEvent Host\tRSVP\tGuests\tRSVPed on\tURL of Member Profile",
            "Ada Lind\tuser 1\t\tNo\tYes\t0\tMay 1\thttps://meet.example.org/1",
            "Bo Ek\tuser 2\t\tNo\tNo\t0\tMay 1\thttps://meet.example.org/2",
            "Eva Berg\tuser 3\t\tYes\tYes\t1\tMay 2\thttps://meet.example.org/3",
        ),
        [(ADA, "", ""), (EVA, "", "")],
        [Why.CANCELLED],
    ),
    "the starting list of a chess site": (
        lines(
            "Winter Open 2026",
            "Last update 04.01.2026 18:12:44",
            "Starting rank list",
            "No.;;Name;FideID;FED;Rtg;Club/City",
            "1;WGM;Lind, Ada;1500011;NOR;2301;Oslo SK",
            "2;;Berg, Eva;800022;ITA;2204;Roma",
            "You find all details under https://results.example.org/tnr1.aspx",
            "Results server of the Winter Open: results.example.org",
        ),
        [(ADA, "", ""), (EVA, "", "")],
        [Why.TITLE, Why.TITLE, Why.TITLE, Why.NO_NAME, Why.NO_NAME],
    ),
    "a federation with names in capitals": (
        lines(
            "Pair #,Member ID,Name,Rating,State,Expiration",
            '1,,"LIND, ADA",1801,NY,2027-01-31',
            '2,,"BERG, EVA",,CA,2027-02-28',
        ),
        [("ADA LIND", "", ""), ("EVA BERG", "", "")],
        [],
    ),
    "a form with questions": (
        lines(
            "Timestamp,Email Address,What is your full name?,City (optional),Username",
            "2026/01/04 6:12:44 PM GMT+1,ada@example.org,Ada Lind,Oslo,ace",
            "2026/01/05 9:00:01 AM GMT+1,eva@example.org,Eva Berg,n/a,-",
        ),
        [(ADA, "Oslo", "ace"), (EVA, "", "")],
        [],
    ),
    "a survey with a second line of headings": (
        lines(
            "Respondent ID,Collector ID,Start Date,Name,City",
            ",,,Open-Ended Response,Open-Ended Response",
            "114,77,01/04/2026,Ada Lind,Oslo",
            "115,77,01/05/2026,Eva Berg,Rome",
        ),
        [(ADA, "Oslo", ""), (EVA, "Rome", "")],
        [Why.TITLE],
    ),
    "the participants of a bracket": (
        lines(
            "Participant Name,Seed,Username,Checked in",
            "Ada Lind,1,ace,true",
            "Eva Berg,2,eb,false",
        ),
        [(ADA, "", "ace"), (EVA, "", "eb")],
        [],
    ),
    "badges of a convention": (
        lines(
            "Badge Number,Name,Badge Type,Phone,Email,City,State",
            "1,Ada Lind,Weekend,0155501,ada@example.org,Oslo,",
            "2,Eva Berg,Saturday,0155502,eva@example.org,Rome,",
        ),
        [(ADA, "Oslo", ""), (EVA, "Rome", "")],
        [],
    ),
    "contacts": (
        lines(
            "Name,Given Name,Additional Name,Family Name,Nickname,E-mail 1 - Value,Notes",
            "Ada Lind,Ada,,Lind,ace,ada@example.org,",
            "Eva Berg,Eva,,Berg,,eva@example.org,",
        ),
        [(ADA, "", "ace"), (EVA, "", "")],
        [],
    ),
    "a wiki's table": (
        lines(
            "| Player | Town |", "|--------|------|", "| Ada Lind | Oslo |", "| Eva Berg | Rome |"
        ),
        [(ADA, "Oslo", ""), (EVA, "Rome", "")],
        [Why.NO_NAME],
    ),
    "a list in a message, with its waiting list": (
        lines(
            "Game master: Bo Ek", "Signed up:", "1. Ada Lind", "2. Eva Berg", "Waiting list:",
            "3. Cy Fox",
        ),
        [(ADA, "", ""), (EVA, "", ""), ("Cy Fox", "", "")],
        [Why.TITLE, Why.TITLE, Why.TITLE],
    ),
    "a list of results in columns of spaces": (
        lines(
            "Rank  Player        Town      Score",
            "1     Ada Lind      Oslo      12.5",
            "2     Eva Berg      Rome      11",
        ),
        [(ADA, "Oslo", ""), (EVA, "Rome", "")],
        [],
    ),
    "a shop's orders, with the letters of the web": (
        lines(
            "Order,First name,Last name,City,Status",
            "12,Ada,O&#39;Lind,Oslo,completed",
            "13,Eva,Berg,Rome,cancelled",
        ),
        [("Ada O'Lind", "Oslo", "")],
        [Why.CANCELLED],
    ),
    "a club's book, numbered down to the last line": (
        book(
            ["Oslo Rail Club"], ["No.", "Player", "Town"], [1, ADA, "Oslo"], [2, EVA, "Rome"],
            [3, None, None], [4, None, None], ["Printed on 4 January 2026"],
        ),
        [(ADA, "Oslo", ""), (EVA, "Rome", "")],
        [Why.TITLE, Why.NO_NAME, Why.NO_NAME, Why.NO_NAME],
    ),
    "a file saved in one column": (
        lines('"Name,Town"', '"Ada Lind,Oslo"', '"Eva Berg,Rome"'),
        [(ADA, "Oslo", ""), (EVA, "Rome", "")],
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_another_program_gives_its_people_and_nobody_else(name):
    data, people, left_out = FILES[name]
    file = read_roster(data)
    assert not [line for line in file.lines if line.person is None], "nobody is refused"
    found = [line.person for line in file.lines]
    assert [(one.name, one.home_town, one.handle) for one in found] == people
    assert [one.why for one in file.left_out] == left_out


def test_a_membership_number_and_a_rating_are_read_beside_a_turned_name():
    data = lines("Name;Rtg;FED;Membership No", "Lind, Ada;2301;NOR;FIDE 1500011", "Berg, Eva;;;")
    ada, eva = (line.person for line in read_roster(data).lines)
    assert (ada.name, ada.rating, ada.federation) == (ADA, "2301", "NOR")
    assert (ada.member_number, eva.member_number) == ("FIDE 1500011", "")
