"""Publish the JSON Schema of event files: ``manage.py event_file_schema``."""

import json

from django.conf import settings
from django.core.management.base import BaseCommand

from tournaments.standings.exporting.event_schema import schema


class Command(BaseCommand):
    help = "Write docs/event-file.schema.json from the models."

    def handle(self, *_args: object, **_options: object) -> None:
        path = settings.BASE_DIR / "docs" / "event-file.schema.json"
        path.write_text(json.dumps(schema(), indent=2) + "\n")
