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
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def device_words(user_agent: str) -> str:
    """Such as “Firefox on Android”. A guess from what the browser says, for people only."""
    browser = _first(BROWSERS, user_agent)
    system = _first(SYSTEMS, user_agent)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("an unknown browser")


def _first(names: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for part, name in names if part in text), "")
