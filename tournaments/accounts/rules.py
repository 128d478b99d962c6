"""How a device is called in the list of devices."""

from __future__ import annotations

from django.utils.translation import gettext as _

#: Parts of a User-Agent header with what they stand for. The first that is in it counts: browsers
#: name the ones that they descend from.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
#: As earlier releases kept it.
UNKNOWN_BEFORE = "an unknown browser"
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def device_of(user_agent: str) -> str:
    """Such as “Firefox/Android”; empty if nothing is known of it.

    A guess from what the browser says, for people only. It is kept, so it has no words.
    """
    parts = (_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent))
    return "/".join(part for part in parts if part)


def device_in_words(device: str) -> str:
    """Such as “Firefox on Android”, in the reader's language.

    What earlier releases kept was in words already, and is shown as it is.
    """
    browser, slash, system = device.partition("/")
    if slash:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return device if device not in ("", UNKNOWN_BEFORE) else _("an unknown browser")


def _first(names: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for part, name in names if part in text), "")
