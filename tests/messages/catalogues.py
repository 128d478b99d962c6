"""The catalogue of a language: ``locale/<language>/LC_MESSAGES/django.po``."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import django
import polib
from translate.filters import checks
from translate.storage import pypo

from tests.messages.extracting import Message

BRACES, PERCENT = re.compile(r"\{\w+\}"), re.compile(r"%\(\w+\)[sd]")
#: The checks of translate-toolkit's ``pofilter`` whose findings are always faults.
PLACEHOLDERS = (
    "endwhitespace", "newlines", "nplurals", "printf", "pythonbraceformat", "startwhitespace",
    "xmltags",
)  # fmt: skip
#: A text without any of this has nothing that they look at, nor have seven of ten.
LOOKED_AT = re.compile(r"[%{}<>&\\\r\n\t]|^\s|\s$")
#: Where Django has the plural forms of its own languages.
DJANGOS = Path(django.__file__).parent / "conf" / "locale"
WIDTH = 100


def path_of(locale: str, folder: Path) -> Path:
    """The catalogue of a locale, such as "pt_BR"."""
    return folder / locale / "LC_MESSAGES" / "django.po"


def locales(folder: Path) -> list[str]:
    """The locales that a folder has a catalogue of."""
    return sorted(path.parts[-3] for path in folder.glob("*/LC_MESSAGES/django.po"))


def opened(path: Path) -> polib.POFile:
    """A catalogue as it is; a new one has but a header."""
    if path.exists():
        return polib.pofile(str(path), wrapwidth=WIDTH)
    catalogue = polib.POFile(wrapwidth=WIDTH)
    locale = path.parts[-3]
    catalogue.metadata = {
        "Project-Id-Version": "Roundhouse",
        "Language": locale,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": plural_forms(locale),
    }
    return catalogue


def plural_forms(locale: str) -> str:
    """The plural forms of a locale as Django has them, whose catalogue is read beside ours.

    Raises ValueError for a locale that Django does not know.
    """
    for name in (locale, locale.partition("_")[0]):
        path = path_of(name, DJANGOS)
        if path.exists() and (forms := polib.pofile(str(path)).metadata.get("Plural-Forms")):
            return str(forms)
    raise ValueError(f"Django knows no language {locale}.")


def update(catalogue: polib.POFile, messages: Mapping[Message, list[str]]) -> None:
    """Give a catalogue the messages of the code, in their order. No translation is lost: that of a
    message which is gone is kept as one that nothing uses."""
    nplurals = _number_of_forms(catalogue)
    wanted = polib.POFile()
    wanted.extend(_entry(message, paths, nplurals) for message, paths in messages.items())
    catalogue.merge(wanted)
    order = {entry.msgid_with_context: n for n, entry in enumerate(wanted)}
    catalogue.sort(key=lambda entry: order.get(entry.msgid_with_context, len(order)))


def _number_of_forms(catalogue: polib.POFile) -> int:
    return int(re.search(r"nplurals=(\d+)", catalogue.metadata["Plural-Forms"])[1])


def _entry(message: Message, paths: list[str], nplurals: int) -> polib.POEntry:
    whole = message.text + message.plural
    kinds = {"python-brace-format": BRACES, "python-format": PERCENT}
    forms = {"msgid_plural": message.plural, "msgstr_plural": dict.fromkeys(range(nplurals), "")}
    return polib.POEntry(
        msgid=message.text,
        msgctxt=message.context or None,
        occurrences=[(path, "") for path in paths],  # lines would change with every change
        flags=[kind for kind, pattern in kinds.items() if pattern.search(whole)],
        **(forms if message.plural else {}),
    )


def faults(path: Path, messages: Mapping[Message, list[str]]) -> Iterator[str]:
    """The faults of a catalogue: what it lacks, what is fuzzy, what nothing uses any more, and
    whose placeholders or tags are not those of the English."""
    catalogue = opened(path)
    locale = path.parts[-3]
    for entry in (entry for entry in catalogue if entry.obsolete):
        yield f"{locale}: unused: {entry.msgid!r}"
    in_use = {message_of(entry): entry for entry in catalogue if not entry.obsolete}
    for message in (message for message in messages if message not in in_use):
        yield f"{locale}: missing: {message.text!r}"
    for message, entry in in_use.items():
        if message not in messages:
            yield f"{locale}: unused: {entry.msgid!r}"
        elif entry.fuzzy:
            yield f"{locale}: fuzzy: {entry.msgid!r}"
        elif not entry.translated():
            yield f"{locale}: missing: {entry.msgid!r}"
    yield from (f"{locale}: {fault}" for fault in _wrong_placeholders(path))


def message_of(entry: polib.POEntry) -> Message:
    """The message that an entry translates."""
    return Message(entry.msgid, entry.msgid_plural or "", entry.msgctxt or "")


def _wrong_placeholders(path: Path) -> Iterator[str]:
    config = checks.CheckerConfig(targetlanguage=path.parts[-3])
    checker = checks.StandardChecker(config, limitfilters=list(PLACEHOLDERS))
    for unit in pypo.pofile.parsefile(str(path)).units:
        if unit.istranslated() and not unit.isheader() and _has_something_to_check(unit):
            for finding in checker.run_filters(_of_one_form(unit)).values():
                yield f"{finding}: {str(unit.source)!r}"


def _has_something_to_check(unit: pypo.pounit) -> bool:
    texts = (str(unit.source), str(unit.target))
    return unit.hasplural() or any(map(LOOKED_AT.search, texts))


def _of_one_form(unit: pypo.pounit) -> pypo.pounit:
    """A text about a number in a language that has one form for all, such as Japanese, beside the
    English one for many; any other text as it is."""
    if not unit.hasplural() or len(unit.target.strings) > 1:
        return unit
    alone = pypo.pounit(str(unit.source.strings[1]))
    alone.target = str(unit.target)
    return alone
