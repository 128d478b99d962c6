"""The entry point of ``python -m server.supervisor``; see ``command``."""

import os
import signal
import sys

# Until the supervisor handles signals, Ctrl-C ends the process at once. Python would raise an
# exception, and one that is raised while modules are being imported can get lost.
signal.signal(signal.SIGINT, signal.SIG_DFL)

if __name__ == "__main__":
    # After the line above, which is the point of it.
    from server.systems import refuse_windows

    refuse_windows()

    from server import environment

    os.environ.setdefault("PRODUCTION", "0")  # a laptop answers to any name
    try:
        environment.check()
    except environment.WrongSettingsError as wrong:
        sys.exit(str(wrong))

    from server.supervisor.command import main

    sys.exit(main())
