"""Which lines mean the same person, and what a line of the roster may contain."""

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.models import Player
from tournaments.names import fold
from tournaments.person_fields import PERSON_FIELDS, ROSTER_FIELDS, ROSTER_KEYS
from tournaments.registration import errors, rules
from tournaments.registration.rules import Person, Roster, identity

#: The machine that runs the tests may be busy.
UNHURRIED = settings(deadline=None)
ANY_TEXT = st.text(max_size=120)


def test_the_handle_alone_identifies_a_person():
    assert identity("Ada", "ada", "a@example.org") == identity("Ada L.", "ADA", "", "Uppsala")


def test_without_a_handle_name_and_e_mail_identify():
    assert identity("Ada", "", "a@example.org") == identity("ADA", "", "A@example.org", "Lyon")
    # A household may share an address.
    assert identity("Ada", "", "a@example.org") != identity("Björn", "", "a@example.org")


def test_without_both_name_and_home_town_identify():
    assert identity("Ada", home_town="Lyon") == identity("ada ", home_town="LYON")
    assert identity("Ada", home_town="Lyon") != identity("Ada", home_town="Oslo")


def test_a_handle_is_never_taken_for_a_name():
    assert identity("Ada", "bob") != identity("bob")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Größmann", "GRÖSSMANN"),
        ("O'Brien  Seán", " o'brien\tseán"),
        ("Ａｄａ", "ada"),  # noqa: RUF001 - the wide letters of an East Asian keyboard
        ("A\u200bda", "Ada"),
        ("Zoe\u0308", "Zoë"),
        ("ﬁnn", "Finn"),
    ],
)
def test_names_are_folded(one, other):
    assert identity(one) == identity(other)


@UNHURRIED
@given(ANY_TEXT, ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_an_identity_fits_its_column_and_stays_the_same_when_folded(name, handle, email, town):
    key = identity(name, handle, email, town)
    assert 0 < len(key) <= rules.LONGEST_IDENTITY
    folded = [fold(text) for text in (name, handle, email, town)]
    assert identity(*folded) == key


def test_long_identities_that_differ_at_their_end_differ():
    assert identity("x" * 500 + "a") != identity("x" * 500 + "b")


def test_the_limits_are_those_of_the_columns():
    for field in PERSON_FIELDS:
        assert Player._meta.get_field(field.key).max_length == field.longest
    assert Player._meta.get_field("identity").max_length == rules.LONGEST_IDENTITY


# --- A line ---------------------------------------------------------------------------------------


def test_a_line_is_trimmed_and_an_at_sign_is_no_part_of_a_handle():
    raw = {"name": "  Ada\u00a0 Lindqvist\n", "handle": " @ada ", "notes": " one \r\n\n two "}
    person, reasons = rules.read_person(raw)

    assert person == Person(name="Ada Lindqvist", handle="ada", notes="one\n\ntwo")
    assert reasons == []


@pytest.mark.parametrize(
    ("raw", "reason", "field"),
    [
        ({}, errors.NameMissing, "name"),
        ({"name": "   "}, errors.NameMissing, "name"),
        ({"name": "\u200b\u2060"}, errors.NameMissing, "name"),
        ({"name": "Ada\x07"}, errors.NotReadable, "name"),
        ({"name": "Ada \u202enatas"}, errors.NotReadable, "name"),
        ({"name": "Ad\ufffda"}, errors.NotReadable, "name"),
        ({"name": "x" * 81}, errors.TooLong, "name"),
        ({"name": "Ada", "handle": "x" * 41}, errors.TooLong, "handle"),
        ({"name": "Ada", "notes": "x" * 501}, errors.TooLong, "notes"),
        ({"name": "Ada", "email": "ada@"}, errors.NoEmail, "email"),
        ({"name": "Ada", "email": "a b@example.org"}, errors.NoEmail, "email"),
        ({"name": "Ada", "email": f"a@{'ü' * 62}.org"}, errors.NoEmail, "email"),
        ({"name": "Ada", "member_number": "1234"}, errors.NoMemberNumber, "member_number"),
        ({"name": "Ada", "member_number": "TGA"}, errors.NoMemberNumber, "member_number"),
    ],
)
def test_a_bad_line_says_why(raw, reason, field):
    person, reasons = rules.read_person(raw)
    assert person is None
    assert [(type(fault), fault.field) for fault in reasons] == [(reason, field)]


def test_a_line_reports_all_its_faults():
    _, reasons = rules.read_person({"email": "x", "handle": "h" * 50})
    assert [str(fault) for fault in reasons] == [
        "The name is missing.",
        "At most 40 characters fit here; this has 50.",
        "“x” is not an e-mail address.",
    ]


@pytest.mark.parametrize("typed", ["TGA 1234", "tga1234", "Tga-1234", "TGA: 1234", " tga #1234 "])
def test_a_membership_number_is_one_however_it_is_written(typed):
    person, _reasons = rules.read_person({"name": "Ada", "member_number": typed})
    assert person.member_number == "TGA 1234"


def test_a_number_may_be_a_name():
    person, _reasons = rules.read_person({"name": "Ada", "member_number": "bgg ada_l"})
    assert person.member_number == "BGG ADA_L"


@UNHURRIED
@given(st.dictionaries(st.sampled_from(ROSTER_KEYS), st.text(max_size=600)))
def test_any_text_is_a_person_that_fits_or_has_reasons(raw):
    person, reasons = rules.read_person(raw)
    assert (person is None) == bool(reasons)
    if person:
        assert all(len(person[field.key]) <= field.longest for field in ROSTER_FIELDS)
        assert rules.read_person(person)[0] == person


# --- Finding people -------------------------------------------------------------------------------

ADA = Person(name="Ada Lindqvist", handle="ada", home_town="Uppsala", email="ada@example.org")


def test_a_number_finds_a_person_whatever_else_has_changed():
    known = Person(name="Ada Lindqvist", handle="ada", member_number="TGA 1")
    moved = Person(name="Ada Lindqvist", handle="lindqvist", member_number="TGA 1")
    assert Roster([("key", known)]).find(moved) == "key"


def test_numbers_of_one_giver_that_differ_are_of_two_people():
    known = Person(name="Ada Lindqvist", home_town="Uppsala", member_number="TGA 1")
    other = Person(name="Ada Lindqvist", home_town="Umeå", member_number="TGA 2")
    assert Roster([("key", known)]).find(other) is None
    with pytest.raises(errors.CannotBeToldApart):
        Roster([("key", known)]).find(Person(**{**other, "home_town": "Uppsala"}))


def test_numbers_of_two_givers_say_nothing_against_one_person():
    known = Person(name="Ada Lindqvist", handle="ada", member_number="TGA 1")
    same = Person(name="Ada Lindqvist", handle="ada", member_number="FIDE 2")
    roster = Roster([("key", known)])
    assert roster.find(same) == "key"
    assert roster.complete("key", same).notes == "Also given: Membership number: FIDE 2"


def test_a_number_of_somebody_else_is_not_given_to_a_second_person():
    ada = Person(name="Ada Lindqvist", member_number="TGA 1")
    bo = Person(name="Bo Ek", home_town="Lund")
    roster = Roster([("ada", ada), ("bo", bo)])
    with pytest.raises(errors.NumberTaken):
        roster.find(Person(name="Bo Ek", member_number="TGA 1"))
    assert roster.complete("bo", Person(name="Bo Ek", member_number="TGA 1")).member_number == ""


@pytest.mark.parametrize(
    "typed",
    [
        Person(name="Ada Lindqvist"),
        Person(name="ada  lindqvist"),
        Person(name="Ada Lindqvist", handle="ADA"),
        Person(name="Ada Lindqvist", email="Ada@Example.org"),
        Person(name="Ada Lindqvist", home_town="uppsala"),
        Person(name="Áda Lindqvist", handle="ada", home_town="Stockholm", email="new@example.org"),
    ],
)
def test_a_person_is_found_by_fewer_details_than_the_roster_has(typed):
    assert Roster([("key", ADA)]).find_unasked(typed) == "key"


@pytest.mark.parametrize(
    "typed",
    [
        Person(name="Eda Lindqvist"),
        Person(name="Ada Lindqvist", handle="lady"),
        Person(name="Ada Lindqvist", email="other@example.org"),
        Person(name="Ada Lindqvist", home_town="Lyon"),
        Person(name="Björn Lindqvist", email="ada@example.org"),
    ],
)
def test_another_person_is_new(typed):
    assert Roster([("key", ADA)]).find(typed) is None


def test_a_handle_under_another_name_is_refused():
    with pytest.raises(errors.HandleTaken, match="uses the handle “ada”"):
        Roster([("key", ADA)]).find(Person(name="Adam Smith", handle="ada"))


def test_if_two_people_match_the_roster_asks_for_more():
    lyon, oslo = (
        Person(name="Eva Berg", home_town="Lyon"),
        Person(name="Eva Berg", home_town="Oslo"),
    )
    roster = Roster([(1, lyon), (2, oslo)])

    with pytest.raises(errors.NameNotClear, match="already has someone named Eva Berg"):
        roster.find(Person(name="Eva Berg"))
    assert roster.find(Person(name="Eva Berg", home_town="Oslo")) == 2
    assert roster.find(Person(name="Eva Berg", home_town="Rome")) is None


def test_a_person_with_only_a_name_is_found_beside_a_namesake():
    roster = Roster([(1, Person(name="Eva Berg")), (2, Person(name="Eva Berg", home_town="Oslo"))])
    assert roster.find_unasked(Person(name="eva berg")) == 1


PEOPLE = st.builds(
    Person,
    name=st.sampled_from(["Ada", "Áda", "Bob", "Eva"]),
    handle=st.sampled_from(["", "ada", "ADA", "x"]),
    email=st.sampled_from(["", "a@example.org", "b@example.org"]),
    home_town=st.sampled_from(["", "Lyon", "Oslo"]),
)


@UNHURRIED
@given(st.lists(PEOPLE, max_size=12))
def test_an_added_person_is_found_again_and_identities_stay_unique(people):
    roster, kept = Roster(), {}
    for key, person in enumerate(people):
        try:
            found = roster.find_unasked(person)
        except errors.PersonRefused:
            continue
        if found is None:
            assert person.identity not in {other.identity for other in kept.values()}
            roster.add(key, person)
            kept[key] = person
    for key, person in kept.items():
        assert roster.find_unasked(person) == key


@pytest.mark.parametrize(
    ("known", "typed"),
    [
        (Person(name="Ada"), Person(name="Ada")),
        (Person(name="Ada"), Person(name="Ada", home_town="York")),
        (Person(name="Ada", home_town="Leeds"), Person(name="Ada")),
        (Person(name="Ada", email="a@example.org"), Person(name="Ada", home_town="York")),
        (
            Person(name="Ada", handle="a", home_town="Leeds"),
            Person(name="Ada", handle="a", home_town="York"),
        ),
    ],
)
def test_where_no_detail_decides_the_roster_asks_and_takes_the_answer(known, typed):
    roster = Roster([(7, known)])
    with pytest.raises(errors.NameNotClear) as unclear:
        roster.find(typed)
    assert unclear.value.namesakes == {7: known}
    assert roster.find(typed, 7) == 7


def test_a_program_takes_a_name_with_another_detail_for_somebody_new():
    roster = Roster([(7, Person(name="Ada"))])
    assert roster.find_unasked(Person(name="Ada", home_town="York")) is None


def test_an_answer_counts_only_for_somebody_of_that_name():
    roster = Roster([(7, Person(name="Ada", home_town="Leeds")), (8, Person(name="Bob"))])
    with pytest.raises(errors.NameNotClear):
        roster.find(Person(name="Ada"), 8)


def test_nobody_is_put_beside_a_namesake_whom_nothing_tells_apart():
    with pytest.raises(errors.CannotBeToldApart):
        Roster([(7, Person(name="Ada"))]).find(Person(name="Ada"), rules.SOMEBODY_ELSE)


def test_the_notes_are_in_the_language_of_the_site_whoever_types():
    known, said = Person(name="Ada", home_town="Leeds"), Person(name="Ada", home_town="York")
    with translation.override("fr"):
        notes = rules.completed(known, said, vouched=False)["notes"]
    assert notes == "Also given: Home town: York"


def test_what_nobody_vouches_for_goes_into_the_notes():
    known = Person(name="Ada", home_town="Leeds")
    said = Person(name="Ada", home_town="York", email="a@example.org")

    vouched = rules.completed(known, said, vouched=True)
    assert (vouched.home_town, vouched.email) == ("Leeds", "a@example.org")
    assert vouched["notes"] == "Also given: Home town: York"
    typed = rules.completed(known, said, vouched=False)
    assert (typed.home_town, typed.email) == ("Leeds", "")
    assert typed["notes"] == "Also given: Home town: York, E-mail: a@example.org"
    assert rules.completed(typed, said, vouched=False) == typed


@pytest.mark.parametrize("name", ["Nguyễn Thị Ánh", "שָׁלוֹם כֹּהֵן", "བསྒྲུབས", "กิ่งแก้ว", "Zoë\u0323\u0301"])
def test_names_of_every_script_have_their_marks(name):
    person, reasons = rules.read_person({"name": name})
    assert reasons == []
    assert person.name


@pytest.mark.parametrize("field", ["name", "home_town", "handle"])
def test_a_letter_with_seventy_marks_is_refused(field):
    raw = {"name": "Zoe", field: "Zo" + "e" + "\u0301" * 70}
    if field == "handle":
        raw[field] = raw[field][:40]
    _person, (reason,) = rules.read_person(raw)
    assert (reason.field, reason.code) == (field, "too-many-marks")
