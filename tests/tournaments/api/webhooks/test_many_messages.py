"""A receiver that fails in every way over many messages, while workers are killed."""

from collections import defaultdict
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from tests.builders import make_entries, make_round
from tests.examples import ALL
from tournaments.api import webhook_changes, webhook_rules, webhook_sending
from tournaments.models import Webhook, WebhookDelivery
from tournaments.outgoing.posting import Reply

pytestmark = [pytest.mark.django_db, pytest.mark.once]

#: A slow processor takes six seconds for a hundred, and no test may take ten minutes.
MESSAGES = 4_000 if ALL else 60
#: What docs/api.md promises: five minutes until the address is probed, and as many for the rest.
LATEST = 2 * webhook_rules.ONCE_IT_WORKS
STEP = timedelta(seconds=4)
FAILURES = (None, Reply(500), Reply(503, "40"), Reply(429, "7"), Reply(404), Reply(302), Reply(400))


class Receiver:
    """A simulated receiver: away for a while now and then, and moody in between."""

    def __init__(self, seed, now):
        self._rng = Random(seed)
        self.now = self._changes_at = self._away_at = now
        self.is_away, self.is_calm = False, False
        self._failed_at = {}
        #: When each message arrived first, and since when nothing had been in its way.
        self.heard, self.free_since = {}, {}

    def at(self, now):
        self.now = now
        if now >= self._changes_at and not self.is_calm:
            self.is_away = not self.is_away
            longest = 900 if self.is_away else 2400
            self._changes_at = now + timedelta(seconds=self._rng.randrange(30, longest))
        if self.is_away:
            self._away_at = now

    def calm_down(self):
        self.is_away, self.is_calm = False, True

    def post(self, url, body, headers, *, own, seconds):
        number = int(headers["X-Roundhouse-Delivery"])
        moody = not self.is_calm and self._rng.random() < 0.02
        if self.is_away or moody:
            self._failed_at[number] = self.now
            return self._rng.choice(FAILURES)
        if number not in self.heard:
            self.heard[number] = self.now
            self.free_since[number] = max(self._away_at, self._failed_at.get(number, self._away_at))
        # It has the message, and its answer is lost now and then.
        return Reply(204) if self.is_calm or self._rng.random() > 0.02 else None


def subjects_of(tournament):
    entries = make_entries(tournament, 24)
    made = make_round(tournament, [entries[at : at + 3] for at in range(0, 24, 3)])
    tables = [{"round_id": made.pk, "table_id": one.pk} for one in made.tables.all()]
    return [("results", where) for where in tables] + [("standings", {}), ("results", {})]


def change(tournament, topic="standings", **where):
    """Note a change; no page and no standings are computed for it."""
    facts = {"event_id": tournament.event_id, "tournament_id": tournament.pk}
    webhook_changes.note(topic, **facts, **where)


def work(receiver, rng, now):
    """One tick of a worker, which is killed now and then between claiming and noting."""
    receiver.at(now)
    webhook_changes.queue_messages(now=now)
    if rng.random() < 0.01:
        webhook_sending.claim_next(now)
    # The simulated clock stands still meanwhile, however slow this machine is.
    webhook_sending.deliver_due(now=now, post=receiver.post, clock=lambda: 0.0)


@pytest.mark.long
def test_every_message_arrives_in_its_order_and_in_time(hook, tournament):
    subjects, rng, now = subjects_of(tournament), Random(39), timezone.now()
    receiver = Receiver(39, now)
    while WebhookDelivery.objects.count() < MESSAGES:
        now += STEP
        for topic, where in rng.sample(subjects, rng.randrange(3)):
            change(tournament, topic, **where)
        work(receiver, rng, now)
    receiver.calm_down()
    until = now + LATEST
    while now < until:
        now += 2 * STEP
        work(receiver, rng, now)

    assert Webhook.objects.get().is_active
    by_subject = defaultdict(list)
    for row in WebhookDelivery.objects.order_by("pk"):
        assert row.delivered_at, row.pk
        by_subject[row.subject].append(row)
    assert len(by_subject) == len(subjects)
    for rows in by_subject.values():
        before = rows[0].created_at
        for row in rows:
            arrived = receiver.heard[row.pk]
            assert arrived >= before  # that of the message before about the same
            free = max(before, row.created_at, receiver.free_since[row.pk])
            assert arrived - free <= LATEST, row.pk
            before = arrived


@pytest.mark.parametrize(
    "seconds",
    [pytest.param(20, marks=pytest.mark.long), 4000, pytest.param(40_000, marks=pytest.mark.long)],
)
def test_however_long_an_address_was_away_nothing_is_left_ten_minutes_later(
    hook, tournament, seconds
):
    now, rng = timezone.now(), Random(1)
    receiver = Receiver(1, now)
    receiver.calm_down()
    receiver.is_away = True
    ticks = 25 if ALL else 10
    for _tick in range(ticks):
        now += timedelta(seconds=seconds / ticks)
        change(tournament, "results")
        work(receiver, rng, now)
    receiver.calm_down()
    since = now
    while now < since + LATEST + timedelta(seconds=60):  # it looks every half a minute
        now += timedelta(seconds=30)
        change(tournament)
        work(receiver, rng, now)
    assert not WebhookDelivery.objects.filter(due_at__isnull=False, created_at__lt=since).exists()
