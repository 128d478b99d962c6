"""The sentences of the pure packages are said in the language that is active."""

import pytest
from django.utils.translation import override

from games.texts import NO_TEXT, TN, T, all_of, listed, named
from tests.languages import add_language
from tournaments.texts import say


class TestSaying:
    def test_english_is_the_text_itself(self):
        for text in (T("You have {n} coins.", n=2), TN("{n} coin", "{n} coins", 1), NO_TEXT):
            assert say(text) == text

    def test_a_plain_string_stays_as_it_is(self):
        assert say("Möwe {x}") == "Möwe {x}"
        assert say(named("Möwe {x}")) == "Möwe {x}"

    def test_a_number_below_zero_has_a_minus_and_no_hyphen(self):
        text = T("{n} coins, {m} left", n=-2, m=3)
        assert say(text) == "\N{MINUS SIGN}2 coins, 3 left"

    @pytest.mark.parametrize("value", ["5", "2.5", "2 1/2", "33.33 %"])
    def test_so_has_one_that_scoring_rounded(self, value):
        text = T("{mine} against {theirs}", mine=value, theirs=f"-{value}")
        assert say(text) == f"{value} against \N{MINUS SIGN}{value}"

    def test_a_name_keeps_its_hyphens(self):
        text = T("{name}, {other}", name="Marie-Luise 2-1", other="-dot-")
        assert say(text) == "Marie-Luise 2-1, -dot-"

    @pytest.mark.parametrize(
        ("language", "forms", "said"),
        [
            ("de", ("{items}, {item}", "{items} und {item}"), "A, B und C; A und B; A, B"),
            ("ja", ("{items}、{item}", "{items}と{item}"), "A、BとC; AとB; A、B"),
        ],
    )
    def test_a_list_has_the_commas_of_the_language(self, settings, tmp_path, language, forms, said):
        texts = dict(zip(["{items}, {item}", "{items} and {item}"], forms, strict=True))
        add_language(settings, tmp_path, texts, language)
        lists = [all_of(["A", "B", "C"]), all_of(["A", "B"]), listed(["A", "B"])]
        with override(language):
            assert "; ".join(map(say, lists)) == said

    # Django's own catalogue has these words in German.

    def test_values_are_translated_before_they_are_filled_in(self):
        text = T("{before}: {what}", before=listed([T("Tuesday"), "Tuesday"]), what=T("Monday"))
        with override("de"):
            assert say(text) == "Dienstag, Tuesday: Montag"
        assert text == "Tuesday, Tuesday: Monday"

    @pytest.mark.parametrize(("count", "said"), [(1, "%(num)d Tag"), (3, "%(num)d Tage")])
    def test_a_number_of_things_takes_the_plural_of_the_language(self, count, said):
        with override("de"):
            assert say(TN("%(num)d day", "%(num)d days", count)) == said
