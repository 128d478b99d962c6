"""``python -m scoring``: standings from a file of results, for scripts. See ``scoring.cli``."""

import sys

from scoring.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdin, sys.stdout, sys.stderr))
