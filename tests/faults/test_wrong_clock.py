"""Somebody sets the clock of the server during play: all that the site does by itself goes on.

What the site does at set times (seals, warnings, confirmations, standings) goes on within seconds,
and nothing is killed for it. Deadlines stay the moments that they were, and conductors read that
the clock was set. Part of ``make faults``.
"""

import os
import time

import pytest

from server.supervisor.terminal import say
from tests.faults.table_of_phones import REST_SECONDS, Evening
from tests.faults.wrong_clock import COMPILER, SiteClock
from tests.stack import wait_for

HOUR, DAY = 3600, 86_400
LONG = int(os.environ.get("ROUNDHOUSE_FAULT_KILLS", "2")) >= 20
#: The bar, for a machine that does nothing else; in `make test` other tests run beside this one.
BAR_SECONDS = 10.0 if LONG else 40.0
#: Long enough that a worker and a beat which the jump stopped are killed before the test ends.
SILENT_SECONDS = "8"

MAKE_ROUND = """
from datetime import timedelta
from django.utils import timezone
from tests.builders import make_conductor, make_entries, make_event, make_round, make_tournament

event = make_event()
make_conductor(event)
played = make_tournament(event, name="Played", target=10**6, slot=timedelta(days=9))
entries = make_entries(played, 8)
round_ = make_round(played, [entries[:4], entries[4:]], started_at=timezone.now())
answer = sorted(round_.tables.values_list("code", flat=True))
"""

#: What falls due a second from now, by the clock that the site has: the warning of a slot, and the
#: time in which a table may object to its result.
MAKE_DUE = """
from datetime import timedelta
from django.utils import timezone
from tests.builders import ANNA, make_entries, make_round, make_tournament
from tests.tournaments.results.tables import play
from tournaments.clock.services import start_slot
from tournaments.models import Event, LedgerEntry, ScoreSheet

def seconds(count): return timedelta(seconds=count)

now, event = timezone.now(), Event.objects.get()
clock = make_tournament(
    event, name="Clock NUMBER", slot=seconds(8), warning=seconds(7),
    cutoff=seconds(4), force_end=seconds(2),
)
round_ = start_slot(make_round(clock, [], started_at=None), by=ANNA, at=now)
other = make_tournament(event, name="Other NUMBER", objection_minutes=1)
table = make_round(other, [make_entries(other, 4)], started_at=now - seconds(659)).tables.get()
play(table, at=now - seconds(659))
sheet = ScoreSheet.objects.get(table=table)
assert sheet.confirm_due_at == now + seconds(1), sheet.confirm_due_at
answer = [round_.pk, sheet.pk, other.pk, LedgerEntry.objects.latest("pk").pk]
"""

#: Of what is such a thing done, by its primary key; in the order of the answer above.
DONE = {
    "warnings": "SELECT round_id FROM tournaments_clockwarning WHERE fired_at IS NOT NULL",
    "confirmations": "SELECT id FROM tournaments_scoresheet WHERE status = 'confirmed'",
    "standings": "SELECT tournament_id FROM tournaments_standingsstate WHERE standings_version > 0",
    "seals": "SELECT id FROM tournaments_ledgerentry WHERE seal_id IS NOT NULL",
}
DEADLINES = "SELECT id, ends_at FROM tournaments_round WHERE number = 1 ORDER BY id"

#: What conductors' pages say of the clock (tournaments.clock.health).
SAID = "SELECT note FROM tournaments_heartbeat WHERE name = 'step of the clock'"


class Play:
    """A site at play, and how long the things that it does by itself take."""

    def __init__(self, site, evening: Evening) -> None:
        self._site, self._evening, self._number = site, evening, 0

    def seconds_until_all_went_on(self) -> dict[str, float]:
        """How long each took, from now; fails for what does not go on."""
        began, before = time.monotonic(), self._evening.acknowledged
        self._number += 1
        wait_for(lambda: self._evening.acknowledged > before + 4, BAR_SECONDS)
        took = {"results": time.monotonic() - began}
        made = self._site.ask(MAKE_DUE.replace("NUMBER", str(self._number)))
        due = time.monotonic() + 1
        for (what, statement), key in zip(DONE.items(), made, strict=True):
            wait_for(
                lambda statement=statement, key=key: (key,) in self._site.rows(statement),
                BAR_SECONDS,
            )
            took[what] = max(0.0, time.monotonic() - due)
        return took


@pytest.mark.long
@pytest.mark.once
@pytest.mark.skipif(COMPILER is None, reason="needs a C compiler, for a clock of the site's own")
@pytest.mark.parametrize("jump", [HOUR, -HOUR, DAY, -DAY])
def test_the_site_goes_on_when_its_clock_is_set(new_stack, jump):
    site = new_stack(ROUNDHOUSE_SILENT_SECONDS=SILENT_SECONDS)
    clock = SiteClock.given_to(site)
    site.start()
    evening = Evening.begin(site, site.ask(MAKE_ROUND), rest=REST_SECONDS)
    try:
        play = Play(site, evening)
        play.seconds_until_all_went_on()
        processes, deadlines = site.pids(), site.rows(DEADLINES)
        clock.set_ahead(jump)
        took = play.seconds_until_all_went_on()
    finally:
        evening.end()
    say(f"clock set by {jump} s: " + ", ".join(f"{k} {v:.1f} s" for k, v in took.items()))
    assert "beat" in processes
    assert site.pids() == processes
    assert "Silent for" not in site.output
    assert site.rows(DEADLINES)[: len(deadlines)] == deadlines
    assert site.rows(SAID) == [(f"{jump:+d}",)]
    words = f"{'forward' if jump > 0 else 'back'} by {abs(jump)} s"
    site.wait_for_line(f"The clock of this machine was set {words}", 20)
