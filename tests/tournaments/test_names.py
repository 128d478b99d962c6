"""Lists of people are in the order in which people look for a name, in every language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import make_conductor, make_entries, make_event, make_tournament
from tournaments.models import Player
from tournaments.names import by_name, fold, isolated, loose, name_key

NAMES = ["Zoë Ann", "Änne Bo", "anna Zu", "Ann Zu", "Łukasz", "Lukas", "Ærø", "Björn", "Ömer"]
IN_ORDER = ["Ærø", "Ann Zu", "anna Zu", "Änne Bo", "Björn", "Lukas", "Łukasz", "Ömer", "Zoë Ann"]


def test_letters_with_marks_stand_among_the_plain_ones():
    assert by_name(NAMES, str) == IN_ORDER


@given(st.text(max_size=80))
def test_any_name_has_a_place(name):
    assert name_key(name) == name_key(name)
    assert fold(fold(name)) == fold(name)
    assert loose(loose(name)) == loose(name)


@pytest.mark.each_database  # no collation of theirs decides
@pytest.mark.long("sqlite")  # which has none of its own
@pytest.mark.django_db
def test_selects_and_badges_are_in_this_order(client):
    event = make_event()
    tournament = make_tournament(event)
    entries = make_entries(tournament, len(NAMES))
    for entry, name in zip(entries, NAMES, strict=True):
        Player.objects.filter(pk=entry.player_id).update(name=name)
    client.force_login(make_conductor(event))
    for page in (
        f"/e/{event.slug}/badges/",
        f"/e/{event.slug}/staff/",
        f"/e/{event.slug}/wishes/",
        f"/e/{event.slug}/roster/",
        f"/e/{event.slug}/t/{tournament.slug}/adjustments/",
    ):
        text = client.get(page, {"own": "page"}).text
        text = text.partition("</header>")[2]
        places = [text.find(name) for name in IN_ORDER]
        assert -1 not in places, page
        assert places == sorted(places), page


def test_a_name_in_plain_text_is_isolated_from_what_stands_beside_it():
    assert f"{isolated('דנה')} · 30" == "\u2068דנה\u2069 · 30"
