"""Note the changes that webhooks report, in the transaction that makes them."""

from collections.abc import Mapping

from django.dispatch import Signal

from tournaments import signals
from tournaments.api import webhook_changes

TOPICS = {
    signals.results_changed: "results",
    signals.standings_changed: "standings",
    signals.round_changed: "round",
}


def connect() -> None:
    """Connect the receiver. Called once, when the app is ready."""
    signals.published.connect(note, dispatch_uid="tournaments.api")


def note(sender: object, *, changed: Signal, facts: Mapping[str, int], **more: object) -> None:
    """Note a change if it is one that webhooks report."""
    if changed in TOPICS:
        webhook_changes.note(TOPICS[changed], **facts)
