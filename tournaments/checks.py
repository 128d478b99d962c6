"""What ``manage.py check --deploy`` asks of a site on the internet."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

from tournaments.addresses import ANY_HOST


@register(Tags.security, deploy=True)
def the_address_is_set(**_options: Any) -> list[CheckMessage]:
    """A site on the internet must know its own address: a request could say any."""
    found: list[CheckMessage] = []
    if not settings.PUBLIC_URL:
        found.append(
            Error(
                "PUBLIC_URL is not set, so the site does not know its own address.",
                hint="Set PUBLIC_URL, such as https://play.example.org. No sign-in link is mailed"
                " without it.",
                id="tournaments.E001",
            )
        )
    elif settings.HTTPS_ONLY and not settings.PUBLIC_URL.startswith("https://"):
        found.append(
            Error(
                "PUBLIC_URL begins with http://, but HTTPS_ONLY is set.",
                hint="Let PUBLIC_URL begin with https://.",
                id="tournaments.E002",
            )
        )
    if ANY_HOST in settings.ALLOWED_HOSTS:
        found.append(
            Error(
                "The site answers to every name (ALLOWED_HOSTS is *).",
                hint="Set PUBLIC_URL, or list the names of the site in ALLOWED_HOSTS.",
                id="tournaments.E003",
            )
        )
    return found
