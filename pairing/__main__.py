"""``python -m pairing``: see ``pairing.cli.command``."""

import sys

from pairing.cli.command import main

if __name__ == "__main__":
    sys.exit(main())
