"""Writes that are allowed on the copy of an event that another site runs.

All else comes with its file, and would be lost or undone by the next one.
"""

from typing import Any

#: Methods of HTTP that change nothing.
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
#: What is of this site, and in no file: names of addresses, by what they change.
OF_THIS_SITE = {
    "the copy itself": {
        *("api-event-file", "event-run-here", "api-event-run-here"),
        *("event-delete", "api-event-delete"),
    },
    "another event": {"event-copy", "api-event-copy"},
    "staff": {
        *("staff", "staff-change", "staff-remove", "staff-leave", "staff-link"),
        *("invitation-withdraw", "recovery-make"),
    },
    "people over many events": {"player-merge", "player-separate", "player-unmerge"},
    "programs": {
        *("webhooks", "webhook-start", "webhook-test", "webhook-remove", "delivery-again"),
        *("api-webhooks", "api-webhook", "api-webhook-start"),
    },
    "the sender's phone": {"seat-close", "phone-messages-stop"},
}
NAMES = frozenset().union(*OF_THIS_SITE.values())


def may_write_on_copies(request: Any) -> bool:
    """Whether a request changes nothing that another site runs: it reads, or is of this site."""
    return request.method in SAFE_METHODS or request.resolver_match.url_name in NAMES
