"""``python -m server.supervisor``: open the site and keep it open until Ctrl-C.

Settings are environment variables; docs/operators.md has all of them. Often wanted:

  ROUNDHOUSE_PORT (8000)            the port; the next free one if this is unset and 8000 is taken
  ROUNDHOUSE_BIND (127.0.0.1)       0.0.0.0 lets the phones of a hall in
  ROUNDHOUSE_VAR (var)              the folder of the data
  ROUNDHOUSE_DEMO (1)               0: without the demo convention
"""

import argparse
import os
import resource

from server import environment
from server.paths import VAR_DIR
from server.release import VERSION
from server.supervisor.files import check_files, in_words
from server.supervisor.lock import Lock
from server.supervisor.supervisor import Options, Supervisor
from server.supervisor.terminal import CannotStart, say

OPEN_FILES = 65_536  # each open page holds one
FEW_FILES = 4096  # with fewer, a large hall is worth a warning


def main() -> int:
    options = _options()
    os.umask(0o077)  # everything in the folder of the data is for its owner alone
    try:
        _allow_many_open_files()
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        supervisor = Supervisor(options)
        lock = Lock(VAR_DIR / "supervisor.lock")
        for remark in check_files(VAR_DIR, database=not environment.value("DATABASE_URL")):
            say(remark)
        supervisor.run(opened=lock.write)
    except CannotStart as refusal:
        say(str(refusal))
        return 1
    except OSError as error:
        say(in_words(error))
        return 1
    say("Roundhouse is closed.")
    return 0


def _options() -> Options:
    parser = argparse.ArgumentParser(
        prog="python -m server.supervisor",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"Roundhouse {VERSION}")
    parser.add_argument("--no-demo", action="store_true", help="without the demo convention")
    parser.add_argument(
        "--demo-speed",
        default=environment.value("ROUNDHOUSE_DEMO_SPEED"),
        metavar="N",
        help="how many times faster than life a new demo runs",
    )
    chosen = parser.parse_args()
    demo = not chosen.no_demo and environment.value("ROUNDHOUSE_DEMO")
    return Options(demo=demo, demo_speed=chosen.demo_speed)


def _allow_many_open_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    if wanted < FEW_FILES:
        say(
            f"This system lets a program open {wanted} files, and each open page holds one:"
            " further pages update every half minute. Raise the limit with “ulimit -n”."
        )
