#!/usr/bin/env python
"""Django's command line."""

import os
import sys

from django.core.management import execute_from_command_line

from server.release import VERSION
from server.systems import refuse_windows

if __name__ == "__main__":
    if sys.argv[1:] == ["--version"]:  # that of the site; `manage.py version` says Django's
        sys.stdout.write(f"Roundhouse {VERSION}\n")
        sys.exit()
    refuse_windows()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    execute_from_command_line(sys.argv)
