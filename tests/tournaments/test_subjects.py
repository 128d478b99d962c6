"""The subjects of the ledger in the language of the reader."""

import pytest
from django.utils.translation import override

from tournaments.subjects import as_stored, subject_in_words


@pytest.mark.parametrize(
    ("stored", "english", "german"),
    [
        ("roster file", "a roster file", "eine Teilnehmerliste als Datei"),
        ("everybody", "everybody", "alle"),
        ("1 entries", "1 registration", "1 Anmeldung"),
        ("12 entries", "12 registrations", "12 Anmeldungen"),
        (
            "Express Open, Round 2, Table 3, Hand 1",
            "Express Open, Round 2, Table 3, Hand 1",
            "Express Open, Runde 2, Tisch 3, Durchgang 1",
        ),
        ("Week 3: Ada, Bo", "Week 3: Ada, Bo", "Woche 3: Ada, Bo"),
        ("Pick-up game 7", "Pick-up game 7", "Freie Partie 7"),
        ("A, B Cup, bye: Lee, Ada", "A, B Cup, bye: Lee, Ada", "A, B Cup, Freilos: Lee, Ada"),
        (
            "Cup, adjusted score: points: Ada",
            "Cup, adjusted score: points: Ada",
            "Cup, zuerkannte Punkte: feste Zahl: Ada",
        ),
        ("Rails, heat 2", "Rails, heat 2", "Rails, Vorlauf 2"),
        ("Rails, open play, game 2", "Rails, open play, game 2", "Rails, open play, Partie 2"),
        ("Rails, semifinal", "Rails, semifinal", "Rails, Halbfinale"),
        ("Rails, final", "Rails, final", "Rails, Finale"),
        ("Rails, the final show", "Rails, the final show", "Rails, the final show"),
        ("Rails, Heat 2, Table 3", "Rails, Heat 2, Table 3", "Rails, Vorlauf 2, Tisch 3"),
        ("Rails, Final, Table 1", "Rails, Final, Table 1", "Rails, Finale, Tisch 1"),
        ("Final", "Final", "Final"),  # as a tournament may be called, too
        ("Round 1", "Round 1", "Round 1"),  # so a tournament may be called
        ("bye: Ada", "bye: Ada", "bye: Ada"),
        ("Cup, Table 3 of Ada", "Cup, Table 3 of Ada", "Cup, Table 3 of Ada"),
    ],
)
def test_words_are_said_in_the_language_of_the_reader_and_names_stay(stored, english, german):
    assert subject_in_words(stored) == english
    with override("de"):
        assert subject_in_words(stored) == german


def test_who_searches_in_another_language_finds_what_is_stored():
    with override("de"):
        assert as_stored("tisch 3") == "Table 3"
        assert as_stored("Freie Partie 7") == "Pick-up game 7"
        assert as_stored("Vorlauf 2") == "Heat 2"
        assert as_stored("Ada") == "Ada"
    with override("ja"):
        assert as_stored("第2ラウンド") == "Round 2"
