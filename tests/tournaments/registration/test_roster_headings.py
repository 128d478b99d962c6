"""The headings of a roster in every language of the site, from the one declaration of a player."""

import csv
import io

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, override

from tests.builders import make_conductor, make_entries, make_tournament
from tournaments.models import Player
from tournaments.person_fields import ROSTER_FIELDS, ROSTER_KEYS, Kind
from tournaments.registration.roster_file import read_roster
from tournaments.registration.roster_headings import TOURNAMENTS, field_of_heading, fields_of

OFFERED = [code for code, _name in settings.LANGUAGES]
USUAL = {Kind.NUMBER: "12", Kind.EMAIL: "ada@example.org", Kind.MEMBERSHIP: "TGA 1234"}
#: A player of whom everything is known.
ADA = {one.key: USUAL.get(one.kind, f"Ada {one.key}"[: one.longest]) for one in ROSTER_FIELDS}
ADA |= {"federation": "GER"}


def labels(language):
    with override(language):
        return [*(str(one.label) for one in ROSTER_FIELDS), gettext("Tournaments")]


@pytest.mark.parametrize("language", OFFERED)
def test_the_labels_of_a_player_s_fields_are_known_as_headings(language):
    assert fields_of(labels(language)) == [*ROSTER_KEYS, TOURNAMENTS]


@pytest.mark.parametrize("language", OFFERED)
def test_what_a_form_asks_for_is_known_as_a_heading_too(language):
    with override(language):
        for one in ROSTER_FIELDS:
            for asked in one.asked.values():
                assert field_of_heading(str(asked.label or one.label)) == one.key


@pytest.mark.django_db
@pytest.mark.parametrize("language", OFFERED)
def test_a_roster_of_the_site_is_read_again_also_with_the_headings_of_its_pages(client, language):
    tournament = make_tournament()
    (entry,) = make_entries(tournament, 1)
    Player.objects.filter(pk=entry.player_id).update(**ADA)
    client.force_login(make_conductor(tournament.event))
    address = reverse("roster-file", args=[tournament.event.slug, "csv"])
    with override(language):
        exported = client.get(address).content
    rows = list(csv.reader(io.StringIO(exported.decode("utf-8-sig"))))
    translated = io.StringIO()
    csv.writer(translated).writerows([labels(language), *rows[1:]])
    for file in (exported, translated.getvalue().encode()):
        found = read_roster(file)
        (line,) = found.lines
        assert (found.ignored, line.reasons, line.tournaments) == ((), (), tournament.slug)
        assert dict(line.person) == ADA
