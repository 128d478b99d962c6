"""The command that stood here before ``pairing`` was a package of its own."""

import sys

if __name__ == "__main__":
    sys.stderr.write("This command has moved: run `python -m pairing` with the same arguments.\n")
    sys.exit(2)
