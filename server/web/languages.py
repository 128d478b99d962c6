"""In which language a request is answered; nothing else of the site decides it.

It is the one that the reader chose, kept in a cookie, else the best of those that the browser
accepts. A request carries it in its ASGI scope, so what is kept for many is kept for each language
(``page_copies``). Where the site offers one language alone, nothing of this happens.
"""

import re
from contextvars import ContextVar
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from server.web.bodies import Scope

#: The key of a scope that has the language.
LANGUAGE = "language"
#: What a kept page says that it depends on, as caches understand it.
VARIES = b"Accept-Language, Cookie"
#: The language of the request that is answered; "" where the site offers one alone.
current: ContextVar[str] = ContextVar("language", default="")
COOKIE = re.compile(rf"(?:^|;\s*){settings.LANGUAGE_COOKIE_NAME}=([a-zA-Z-]{{2,20}})".encode())
#: Browsers send some dozens of texts; what is longer is none of theirs.
MOST_CHOICES, LONGEST = 1_024, 200


def load() -> bool:
    """Read the translations, so that no request waits for them; whether there is a choice."""
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            translation.gettext("English")
    return len(settings.LANGUAGES) > 1


def choose(scope: Scope) -> None:
    """Note the language of a request in its scope, and in this context."""
    headers: dict[bytes, bytes] = {}
    for name, value in scope["headers"]:
        if name in (b"cookie", b"accept-language"):
            headers[name] = headers.get(name, b"") + b"; " + value
    chosen = COOKIE.search(headers.get(b"cookie", b""))
    accepted = headers.get(b"accept-language", b"")[2:]
    language = _best(
        tuple(code for code, _name in settings.LANGUAGES),
        chosen[1].decode() if chosen else "",
        accepted.decode("latin1") if len(accepted) <= LONGEST else "",
    )
    scope[LANGUAGE] = language
    current.set(language)
    speak()


def speak() -> None:
    """Speak the language of the request. A thread has to do so itself: what Django has activated
    is not passed on to it."""
    if language := current.get():
        translation.activate(language)


@lru_cache(MOST_CHOICES)
def _best(_offered: tuple[str, ...], chosen: str, accepted: str) -> str:
    """The offered language that fits best, as Django finds it: what is offered is in the key."""
    request = HttpRequest()
    request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = chosen
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    return translation.get_language_from_request(request)
