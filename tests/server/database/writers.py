"""A process of many writers, for tests of the database: each counts up the venue of one event.

``python -m tests.server.database.writers EVENT THREADS TURNS`` prints how often each thread did,
after all of them together have had so many turns.
"""

import json
import os
import sys
import threading

import django


def count_up(event_id: int) -> None:
    """Read, think, write: what loses an update where transactions do not exclude each other."""
    from django.db import transaction  # noqa: PLC0415 - after django.setup()

    from tournaments.models import Event  # noqa: PLC0415 - after django.setup()

    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event_id)
        event.venue = str(int(event.venue) + 1)
        event.save(update_fields=["venue"])


def main(event_id: int, threads: int, turns: int) -> list[int]:
    from django.db import connection  # noqa: PLC0415 - after django.setup()

    done = [0] * threads

    def write(number: int) -> None:
        try:
            while sum(done) < turns:
                count_up(event_id)
                done[number] += 1
        finally:
            connection.close()

    writers = [threading.Thread(target=write, args=[number]) for number in range(threads)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    return done


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    sys.stdout.write(json.dumps(main(*map(int, sys.argv[1:4]))))
