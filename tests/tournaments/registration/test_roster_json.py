"""A roster as JSON is a list of people like any other, and never an error of the site."""

import json

import pytest

from tournaments.registration.roster_file import read_roster
from tournaments.text_files import NoJsonRows


def people(rows):
    return [line.person for line in read_roster(json.dumps(rows, indent=1).encode()).lines]


def test_each_object_is_a_person_by_the_names_of_its_values():
    found = people([{"name": "Ada", "rating": 1800}, {"home town": "Oslo", "name": "=Bob"}])
    assert [(one.name, one.rating, one.home_town) for one in found] == [
        ("Ada", "1800", ""), ("=Bob", "", "Oslo"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "bare", ['[{"name": "Ada"}]', '\ufeff[\n{"name": "Ada"}\n]', '[ {"name": "Ada"}]']
)
def test_it_is_read_however_it_is_set_out(bare):
    assert [line.name for line in read_roster(bare.encode()).lines] == ["Ada"]


@pytest.mark.parametrize(
    "text",
    [
        "[{",
        '[{"name": "Ada"}, 5]',
        '[{"name": ["Ada"]}]',
        '[{"name": true}]',
        '[{"name": "\\u0000"}]',
        '[{"name": "\\ud800"}]',
        "[{" + '"a":[' * 5000,
    ],
)
def test_what_is_no_list_of_people_is_refused_in_a_sentence(text):
    with pytest.raises(NoJsonRows):
        read_roster(text.encode())
