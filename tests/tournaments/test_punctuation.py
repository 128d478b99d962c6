"""The punctuation of labels, lists and brackets is that of the language, wherever they are made."""

import ast
import re
from collections.abc import Callable, Iterator

import pytest
from django.template import engines
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy, override

from server.paths import BASE_DIR
from tournaments import punctuation
from tournaments.models import Call, Table

TEMPLATES = BASE_DIR / "templates"
UNSEEN = re.compile(
    r"\{% *comment\b.*?\{% *endcomment *%\}|\{#.*?#\}|<(script|style)\b.*?</\1>", re.DOTALL
)
#: What shows nothing by itself.
COMMAND = re.compile(r"\{% *(?:(?:el)?if|else|for|empty|with|block|load|extends|end\w+)\b.*?%\}")
CATALOGUE = re.compile(
    r"\{% *translate\b.*?%\}|\{% *blocktranslate\b.*?\{% *endblocktranslate *%\}", re.DOTALL
)
VALUE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
TAG = re.compile(r"</?\w[^<>]*>")
READ_ALOUD = re.compile(r'\b(?:aria-label|title|alt|placeholder)="([^"]*)"')
#: They stand in the place of a text of the catalogue, a value and a tag.
SAID, SHOWN, MARKUP = "\x01", "\x02", "\x03"
BESIDE_A_VALUE = re.compile(
    # "{{ table }}: ", "{% endif %}, "
    rf"[{SAID}{SHOWN}]{MARKUP}*[:;,!?]"
    # "({{ town }})"
    rf"|\({MARKUP}*[{SAID}{SHOWN}]|[{SAID}{SHOWN}]{MARKUP}*\)"
    # "{{ names }}." at the end or before a sentence; "{{ number }}. {{ name }}" is a numbered list
    rf"|[{SAID}{SHOWN}]{MARKUP}*\.(?={MARKUP}| *(?:{SAID}|$))"
)
#: They look like it in a template, and are no punctuation.
SIGNS = {
    "({{ cell.value|score:cell.decimals }})": "a result in brackets does not count",
}
#: Commas that nobody reads in a text.
NO_LISTS = {
    "api/middleware.py": "a header",
    "api/rankings/row_details.py": "the schema of the API",
    "archive/plain.py": "a selector of CSS",
    "events/settings/declaring.py": "for programmers",
    "ledger.py": "the ledger keeps it, in the language of the site",
    "lock_order.py": "for programmers",
    "management/backups.py": "for the operator",
    "names.py": "a name as it is kept",
    "registration/roster_choice.py": "numbers as a person types them",
    "registration/roster_writing.py": "a file",
    "results/sheet_forms/fields.py": "words as a person types them",
    "seating/constraints/services.py": "the ledger keeps it",
}
FRENCH, JAPANESE = "fr", "ja"


# --- The shapes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ann: late|Ann (York)|(late)|Ann.|Ann, Bob, Eve|Ann, Bob; Eve"),
        ("de", "Ann: late|Ann (York)|(late)|Ann.|Ann, Bob, Eve|Ann, Bob; Eve"),
        (
            FRENCH,
            "Ann\u202f: late|Ann (York)|(late)|Ann.|Ann, Bob, Eve|Ann, Bob\u202f; Eve",
        ),
        (JAPANESE, "Ann：late|Ann（York）|（late）|Ann。|Ann、Bob、Eve|Ann、Bob；Eve"),
    ],
)
def test_each_language_has_its_own_punctuation(language, said):
    with override(language):
        found = [
            punctuation.labelled("Ann", "late"),
            punctuation.with_remark("Ann", "York"),
            punctuation.in_brackets("late"),
            punctuation.ended("Ann"),
            punctuation.listed(["Ann", "Bob", "Eve"]),
            punctuation.divided([punctuation.listed(["Ann", "Bob"]), "Eve"]),
        ]
    assert "|".join(found) == said


@pytest.mark.parametrize(
    ("language", "marks"),
    [("en", ": |, |."), (FRENCH, "\u202f: |, |."), (JAPANESE, "：|、|。")],
)
def test_the_marks_alone_are_those_of_the_shapes(language, marks):
    with override(language):
        found = [punctuation.colon(), punctuation.comma(), punctuation.full_stop()]
    assert "|".join(found) == marks


@pytest.mark.parametrize(("items", "said"), [([], ""), (["Ann"], "Ann"), ([1, 2], "1, 2")])
def test_a_list_has_commas_between_its_items_alone(items, said):
    assert punctuation.listed(items) == said
    assert punctuation.listed(iter(items)) == said


def test_a_text_that_is_translated_later_is_said_in_the_language_of_then():
    word = gettext_lazy("Monday")
    with override("de"):
        said = punctuation.labelled(word, punctuation.listed([word, "Ann"]))
    assert said == "Montag: Montag, Ann"


def test_braces_in_a_name_are_nothing_but_braces():
    assert punctuation.labelled("{value}", "{label}") == "{value}: {label}"
    assert punctuation.labelled(mark_safe("{value}"), "{x}") == "{value}: {x}"


def test_beside_html_a_plain_text_is_escaped():
    name = mark_safe("<bdi>Ann</bdi>")
    for found, said in [
        (punctuation.labelled(name, "<late>"), "<bdi>Ann</bdi>: &lt;late&gt;"),
        (punctuation.with_remark("<York>", name), "&lt;York&gt; (<bdi>Ann</bdi>)"),
        (punctuation.in_brackets(name), "(<bdi>Ann</bdi>)"),
        (punctuation.listed(["<Bob>", name]), "&lt;Bob&gt;, <bdi>Ann</bdi>"),
    ]:
        assert found == said
        assert isinstance(found, SafeString)


def test_plain_texts_make_a_plain_one_that_a_page_escapes():
    assert not isinstance(punctuation.labelled("<Ann>", "late"), SafeString)
    assert not isinstance(punctuation.listed(["<Ann>", "<Bob>"]), SafeString)


# --- In a template --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "english", "japanese"),
    [
        ('{{ name|labelled:"late" }}', "&lt;Ann&gt;: late", "&lt;Ann&gt;：late"),
        (
            '{{ name|isolated|with_remark:"late" }}',
            "&lt;Ann&gt; (late)",
            "&lt;Ann&gt;（late）",
        ),
        ("{{ name|in_brackets }}", "(&lt;Ann&gt;)", "（&lt;Ann&gt;）"),
        ("{{ names|listed|ended }}", "&lt;Ann&gt;, Bob.", "&lt;Ann&gt;、Bob。"),
        ("{{ names|each_isolated|listed }}", "&lt;Ann&gt;, Bob", "&lt;Ann&gt;、Bob"),
        ("{{ names|divided }}", "&lt;Ann&gt;; Bob", "&lt;Ann&gt;；Bob"),
        ("<b>1</b>{% colon %}2{% comma %}3{% full_stop %}", "<b>1</b>: 2, 3.", "<b>1</b>：2、3。"),
    ],
)
def test_every_template_has_the_shapes_and_the_marks(source, english, japanese):
    template = engines["django"].from_string(source)
    facts = {"name": "<Ann>", "names": ["<Ann>", "Bob"]}
    assert template.render(facts) == english
    with override(JAPANESE):
        assert template.render(facts) == japanese


# --- Everywhere -----------------------------------------------------------------------------------


def put_together(source: str) -> Iterator[str]:
    """The lines of a template that have punctuation beside a value, outside the catalogue."""
    for sign in SIGNS:
        source = source.replace(sign, "")
    source = UNSEEN.sub(in_place(""), source)
    marked = COMMAND.sub("", CATALOGUE.sub(in_place(SAID), source))
    marked = TAG.sub(in_place(MARKUP), VALUE.sub(SHOWN, marked))
    for line, words in zip(source.split("\n"), marked.split("\n"), strict=True):
        if BESIDE_A_VALUE.search(words) or re.search(r'\|join:"[,;]', line):
            yield line.strip()


def in_place(mark: str) -> Callable[[re.Match[str]], str]:
    """A mark for what was found, with what a screen reader reads of it, and as many lines."""

    def marked(found: re.Match[str]) -> str:
        return " ".join([mark, *READ_ALOUD.findall(found[0])]) + "\n" * found[0].count("\n")

    return marked


def test_no_template_puts_punctuation_between_what_it_shows():
    """``tournaments.punctuation`` has the filters and tags for it."""
    found = [
        f"{path.relative_to(TEMPLATES)}: {line}"
        for path in sorted(TEMPLATES.rglob("*.*"))
        for line in put_together(path.read_text("utf-8"))
    ]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        "{{ table }}: {{ player }}",
        '<strong>{{ name }}</strong>: {% if late %}{% translate "late" %}{% endif %}',
        '{% translate "History" %}: {{ what }}',
        "{{ one }}{% if not forloop.last %}, {% endif %}",
        "{{ one }}; {{ other }}",
        "{{ name }} ({{ town }})",
        '<small>({% translate "optional" %})</small>',
        "{{ name }} (<bdi>{{ town }}</bdi>)",
        "<p>{{ names }}.</p>",
        '{{ names|join:", " }}',
        '{% blocktranslate with who=names|join:"; " %}Missing{% endblocktranslate %}',
        '<button aria-label="{{ word }}: {{ name }}">',
    ],
)
def test_punctuation_is_found_in_whatever_shape(source):
    assert list(put_together(source)) == [source]


@pytest.mark.parametrize(
    "source",
    [
        "{% blocktranslate %}{{ table }}: {{ player }}{% endblocktranslate %}",
        '{% translate "Bye:" %} {{ names|listed }}',
        "{{ place }}. {{ name }}",
        "{{ ours }} : {{ theirs }}",
        '<p style="width: {{ part }};">{{ one }} · {{ other }}</p>',
        "<script>{ a: {{ b }}, c }</script>",
    ],
)
def test_what_is_no_punctuation_of_a_text_is_let_pass(source):
    assert list(put_together(source)) == []


def test_no_module_joins_a_list_by_commas_itself():
    root = BASE_DIR / "tournaments"
    found = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if "migrations" not in path.parts
        for text in [path.read_text("utf-8")]
        if re.search(r"""['"][,;] ['"].join""", text)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr == "join"
        if isinstance(node.value, ast.Constant) and node.value.value in {", ", "; "}
    }
    assert found == {*NO_LISTS}


def test_what_a_list_offers_is_punctuated_in_the_language_too():
    call = Call(table=Table(number=3), kind=Call.Kind.RULES)
    assert str(call) == "Table 3: rules question"
    with override(FRENCH):
        assert "\u202f: " in str(call)
    with override(JAPANESE):
        assert str(call) == "卓3：ルールの質問"
