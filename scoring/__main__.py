"""``python -m scoring``: standings from a file of results, for scripts. See ``scoring.cli``."""

import gc
import sys

from scoring.cli import main

if __name__ == "__main__":
    # A run makes millions of objects and no cycles of them: to look for some only takes time.
    gc.disable()
    sys.exit(main(sys.argv[1:], sys.stdin, sys.stdout, sys.stderr))
