"""``python -m games``: play, replay and ask why; for scripts, JSON. See ``games.cli``."""

import os
import sys

from games.cli import main

try:
    code = main(sys.argv[1:], sys.stdin, sys.stdout)
    sys.stdout.flush()
except KeyboardInterrupt:
    code = 130
except BrokenPipeError:
    # The reader of the pipe has gone, as ``head`` does: nothing more can be written, even at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    code = 0
sys.exit(code)
