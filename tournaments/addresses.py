"""The addresses of pages that leave the site: mailed, printed, or put into a QR code.

Anybody can write any name into the ``Host`` of a request, so an address never repeats it unless the
operator has listed the names of the site.
"""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.http import is_same_domain
from django.utils.translation import gettext as _

#: Names that only the machine itself can reach.
ONLY_HERE = frozenset({"localhost", "127.0.0.1", "[::1]"})
DEFAULT_PORTS = {"http": "80", "https": "443"}
ANY_HOST = "*"
#: What a browser says of a request by another site's page.
ELSEWHERE = frozenset({"cross-site", "same-site"})


def may_be_mailed() -> bool:
    """Whether links may be mailed: only at an address that the operator has set."""
    return bool(settings.PUBLIC_URL)


def public(path: str) -> str:
    """The address of a page for a mail. Raises ValueError without settings.PUBLIC_URL."""
    if not may_be_mailed():
        raise ValueError("PUBLIC_URL is not set, so no link may be mailed")
    return f"{settings.PUBLIC_URL}{path}"


def absolute(request: HttpRequest, path: str) -> str:
    """The address of a page for paper or a QR code."""
    return f"{_site(request)}{path}"


def _site(request: HttpRequest) -> str:
    """Where the site is, without a slash at the end.

    Without PUBLIC_URL and ALLOWED_HOSTS this is the address of this machine at which the connection
    arrived: in a hall, the one that the conductor's phone or laptop has just used.
    """
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL)
    if ANY_HOST not in settings.ALLOWED_HOSTS:
        return f"{request.scheme}://{request.get_host()}"
    port = str(request.META["SERVER_PORT"])
    ending = "" if port == DEFAULT_PORTS[request.scheme or "http"] else f":{port}"
    return f"{request.scheme}://{_own_name(request)}{ending}"


def _own_name(request: HttpRequest) -> str:
    """This machine's end of the connection, as it is written in an address."""
    name = str(request.META["SERVER_NAME"])
    try:
        address = ip_address(name)
    except ValueError:
        return name
    if address.version == 4:  # of the Internet Protocol
        return name
    return str(address.ipv4_mapped) if address.ipv4_mapped else f"[{name}]"


def is_of_this_site(request: HttpRequest) -> bool:
    """Whether a page of this site sent the request, or no page at all.

    A browser names the origin of the page that sends something; a program need not. The same hosts
    are trusted as with Django's forms.
    """
    origin = request.headers.get("Origin")
    if origin is None:
        return request.headers.get("Sec-Fetch-Site") not in ELSEWHERE
    own = f"{request.scheme}://{request.get_host()}"
    if origin in {own, settings.PUBLIC_URL, *settings.CSRF_TRUSTED_ORIGINS}:
        return True
    scheme, _separator, host = origin.partition("://")
    wildcards = (one.partition("://*") for one in settings.CSRF_TRUSTED_ORIGINS)
    return any(scheme == one and is_same_domain(host, end) for one, sep, end in wildcards if sep)


def warning(request: HttpRequest) -> str:
    """Return a warning above QR codes that phones may be unable to follow; empty if all is well."""
    site = _site(request)
    host = site.partition("://")[2]
    if split_domain_port(host)[0] in ONLY_HERE:
        return _(
            "The codes on this page lead to %(address)s, which only this computer can open. Start "
            "the site with ROUNDHOUSE_BIND=0.0.0.0, and open this page at the address that the "
            "computer has in the hall's network."
        ) % {"address": site}
    if not settings.PUBLIC_URL and request.get_host() != host:
        return _(
            "You opened this page at %(host)s, but its codes lead to %(address)s. If phones "
            "cannot open that address, ask the operator to set PUBLIC_URL."
        ) % {"host": request.get_host(), "address": site}
    return ""
