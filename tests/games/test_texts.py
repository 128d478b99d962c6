"""Every sentence that games, scoring and pairing say to people is ready to be translated."""

import ast
import copy
import json
import pickle
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from games.catalogue import games, rules, sheets
from games.texts import (
    NO_TEXT,
    TN,
    T,
    Text,
    all_of,
    as_data,
    filled,
    from_data,
    listed,
    message,
    named,
    unfilled,
)

ROOT = Path(__file__).parents[2]
#: What people read, and where its texts stand: by position, and by keyword.
SPEAKERS = {
    "Refusal": ((1,), ("text",)),
    "Issue": ((2,), ("text",)),
    "ScoreLine": ((2,), ("text",)),
    "Field": ((1,), ("label", "help")),
    "Option": ((2, 3), ("label", "sentence")),
    "contradiction": ((1,), ()),
    "fault": ((2,), ("text",)),
    "Measure": ((1, 2, 3, 4), ("name", "rule", "reason", "equal")),
    "TieBreak": ((0, 1), ("name", "equal")),
    "RecordError": ((0,), ()),
    "ValueError": ((0,), ()),
}
#: Where the message of a ValueError is for engineers: commands, and what nobody is shown.
NOT_SHOWN = (
    *("games/cli/", "games/adapters/", "games/search.py", "games/numbers.py", "games/rulings.py"),
    *("games/texts.py", "scoring/", "pairing/"),
)
#: The places that each function fills by itself, or leaves to ``filled``.
FILLED_BY = {"T": set(), "TN": {"n"}, "unfilled": {"mine", "theirs", "number"}}
ITSELF = "games/texts.py"
PLAIN = (ast.Constant, ast.JoinedStr, ast.BinOp)


@cache
def code() -> list[tuple[str, ast.Call | ast.FunctionDef]]:
    """Every call and function of the pure packages, with its file: read once for all tests."""
    return [
        (str(path.relative_to(ROOT)), node)
        for folder in ("games", "scoring", "pairing")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call | ast.FunctionDef)
    ]


def calls() -> Iterator[tuple[str, ast.Call, str]]:
    """Every call in the pure packages, with its place and the name that is called."""
    for file, node in code():
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
            yield f"{file}:{node.lineno}", node, name


def said(call: ast.Call, name: str) -> Iterator[ast.expr]:
    """The arguments of a call that people read, and each branch of those that depend."""
    positions, keywords = SPEAKERS[name]
    found = [call.args[n] for n in positions if n < len(call.args)]
    found += [keyword.value for keyword in call.keywords if keyword.arg in keywords]
    for one in found:
        yield from (one.body, one.orelse) if isinstance(one, ast.IfExp) else (one,)


def values() -> Iterator[tuple[str, ast.expr]]:
    """The values of texts with their places; of a name each value that it is given."""
    for file, function in code():
        if not isinstance(function, ast.FunctionDef):
            continue
        given: dict[str, list[ast.expr]] = {}
        nodes = list(ast.walk(function))
        for node in nodes:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                given.setdefault(node.targets[0].id, []).append(node.value)
        for node in nodes:
            if getattr(getattr(node, "func", None), "id", "") in {*FILLED_BY, "filled"}:
                for value in (keyword.value for keyword in node.keywords):
                    for one in given.get(getattr(value, "id", ""), [value]):
                        yield f"{file}:{node.lineno}", one


def has_words(value: ast.expr) -> bool:
    """Whether it is a plain string with words of English in it."""
    if isinstance(value, ast.IfExp):
        return has_words(value.body) or has_words(value.orelse)
    if isinstance(value, ast.JoinedStr):
        return any(map(has_words, value.values))
    if isinstance(value, ast.Constant):
        return isinstance(value.value, str) and re.search("[A-Za-z]", value.value) is not None
    return False


def _pickled(text: Text) -> Text:
    return pickle.loads(pickle.dumps(text))  # noqa: S301 - our own bytes


class TestATextInTheCode:
    def test_is_never_a_plain_string(self):
        found = [
            where
            for where, call, name in calls()
            if name in SPEAKERS
            if name != "ValueError" or not where.startswith(NOT_SHOWN)
            for text in said(call, name)
            if isinstance(text, PLAIN)
        ]
        assert not found

    def test_is_a_plain_template_whose_places_are_all_filled(self):
        wrong, seen = [], 0
        for where, call, name in calls():
            if name not in {"T", "TN", "unfilled"} or not call.args or where.startswith(ITSELF):
                continue
            seen += 1
            given = {keyword.arg for keyword in call.keywords} | FILLED_BY[name]
            for template in call.args[: 2 if name == "TN" else 1]:
                if not isinstance(template, ast.Constant):
                    wrong.append(where)
                elif None not in given:
                    places = {place for _, place, _, _ in Formatter().parse(template.value)}
                    if places - {None} - given:
                        wrong.append(where)
        assert not wrong
        assert seen > 500

    def test_is_filled_with_no_plain_words_of_english(self):
        found = list(values())
        assert not [where for where, value in found if has_words(value)]
        assert has_words(ast.parse("f'{low} to {high}'", mode="eval").body)
        assert len(found) > 300

    def test_is_each_word_that_people_choose_but_numbers_and_what_they_type_as_it_is(self):
        found = [
            (key, option.key, word)
            for key in games()
            for option in rules(key).options
            for word in option.choices
        ]
        found += [
            (key, field.name, word)
            for key in games()
            for sheet in sheets(key).values()
            for field in sheet.fields
            for one in (field, *field.fields)
            if one.kind == "choice"
            for word in one.options
        ]
        assert len(found) > 10
        assert not [one for one in found if not (isinstance(one[-1], Text) or one[-1].isdigit())]


class TestAText:
    TEXT = TN("{n} card of {name}", "{n} cards of {name}", 3, name=T("Express"))

    def test_is_the_english_text(self):
        assert self.TEXT == "3 cards of Express"
        assert TN("{n} card", "{n} cards", 1) == "1 card"
        assert TN("{n} card", "{n} cards", 0) == "0 cards"
        assert T("100 % {here}") == "100 % {here}"

    @pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, _pickled])
    def test_is_copied_with_what_it_is_made_from(self, again):
        found = again(self.TEXT)
        assert found == self.TEXT
        assert (found.template, found.plural, found.number) == (
            "{n} card of {name}",
            "{n} cards of {name}",
            3,
        )
        assert isinstance(found.values["name"], Text)

    def test_is_stored_as_its_english(self):
        assert json.loads(json.dumps({"text": self.TEXT})) == {"text": "3 cards of Express"}

    def test_may_be_empty_or_only_a_name(self):
        assert not NO_TEXT
        assert named("Fewest {trains}") == "Fewest {trains}"

    def test_may_have_places_that_are_filled_later(self):
        text = filled(unfilled("{mine} against {theirs}"), mine=3, theirs=2)
        assert (text, text.template) == ("3 against 2", "{mine} against {theirs}")

    def test_names_all_of_several_things(self):
        assert all_of(["score", "wins", "best game"]) == "score, wins and best game"
        assert all_of(["score", "wins"]) == "score and wins"
        assert all_of(["score"]) == "score"
        assert all_of([]) == ""

    def test_is_the_message_of_an_error(self):
        assert message(ValueError(self.TEXT)) is self.TEXT
        assert message(ValueError("plain")) == "plain"
        assert message(KeyError(3)) == "3"
        assert message(ValueError()) == ""

    def test_may_be_a_list(self):
        assert listed(["gold", "white", "none"]) == "gold, white, none"
        assert listed(["gold"]) == "gold"
        assert listed([]) == ""


class TestATextAsData:
    MADE = T("{what}, {n}: {which}", what=T("Express"), n=3, which=TN("{n} card", "{n} cards", 1))

    def test_comes_back_with_all_it_is_made_from(self):
        found = from_data(json.loads(json.dumps(as_data(self.MADE))))
        assert isinstance(found, Text)
        assert (found, as_data(found)) == (self.MADE, as_data(self.MADE))
        assert found.values["which"].number == 1

    def test_may_have_braces_that_are_no_places(self):
        text = T("{{n}} is {n}", n=3)
        assert from_data(as_data(text)) == text == "{n} is 3"

    def test_is_a_plain_string_where_it_was_one(self):
        assert as_data("{x}") == from_data("{x}") == "{x}"

    def test_says_numbers_that_json_has_not_as_people_read_them(self):
        assert as_data(T("{half}", half=Fraction(1, 2)))["values"] == {"half": "1/2"}

    def test_may_name_as_many_measures_as_a_ranking_has(self):
        every = T("Equal in {same}.", same=all_of([T("step {n}", n=n) for n in range(40)]))
        assert from_data(as_data(every)) == every

    @pytest.mark.parametrize(
        "data",
        [
            None,
            3,
            [],
            {},
            {"text": 3},
            {"text": "x", "more": 1},
            {"text": "x", "number": 2},
            {"text": "x", "plural": "y"},
            {"text": "x", "plural": "y", "number": True},
            {"text": "x", "values": ["y"]},
            {"text": "{x}", "values": {"y": "z"}},
            {"text": "{x}", "values": {"x": None}},
            {"text": "{x}", "values": {"x": True}},
            {"text": "{x.__class__}", "values": {"x": "y"}},
            {"text": "{x[0]}", "values": {"x": "y"}},
            {"text": "{x!r}", "values": {"x": "y"}},
            {"text": "{x:>999999999}", "values": {"x": "y"}},
            {"text": "{0}", "values": {"0": "y"}},
            {"text": "{", "values": {"x": "y"}},
            {"text": "x", "plural": "{y}", "number": 1, "values": {"x": "z"}},
            {"text": "x" * 5001},
        ],
    )
    def test_is_refused_where_it_is_none(self, data):
        with pytest.raises(ValueError, match=r"text|values|format string"):
            from_data(data)

    def test_neither_grows_without_bounds_nor_goes_down_without_end(self):
        twice = deep = as_data(T("x"))
        for _ in range(50):
            twice = {"text": "{x}{x}", "values": {"x": twice}}
        for _ in range(200):
            deep = {"text": "{x}", "values": {"x": deep}}
        for data in (twice, deep):
            with pytest.raises(ValueError, match="text"):
                from_data(data)
