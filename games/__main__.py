"""``python -m games``: play, replay and ask why; for scripts, JSON. See ``games.cli``."""

import sys

from games.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdin, sys.stdout))
