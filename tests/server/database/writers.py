"""A process of many writers, for tests of the database: each counts up the venue of one event.

``python -m tests.server.database.writers EVENT THREADS SECONDS`` prints how often each thread did.
"""

import json
import os
import sys
import threading
import time

import django


def count_up(event_id: int) -> None:
    """Read, think, write: what loses an update where transactions do not exclude each other."""
    from django.db import transaction  # noqa: PLC0415 - after django.setup()

    from tournaments.models import Event  # noqa: PLC0415 - after django.setup()

    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event_id)
        event.venue = str(int(event.venue) + 1)
        event.save(update_fields=["venue"])


def main(event_id: int, threads: int, seconds: float) -> list[int]:
    from django.db import connection  # noqa: PLC0415 - after django.setup()

    done = [0] * threads

    def write(number: int) -> None:
        deadline = time.monotonic() + seconds
        try:
            while time.monotonic() < deadline:
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
    sys.stdout.write(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))))
