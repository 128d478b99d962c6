"""The entry point of ``python -m server.supervisor``; see ``command``."""

import signal
import sys

# Until the supervisor handles signals, Ctrl-C ends the process at once. Python would raise an
# exception, and one that is raised while modules are being imported can get lost.
signal.signal(signal.SIGINT, signal.SIG_DFL)

if __name__ == "__main__":
    from server.supervisor.command import main  # after the line above, which is the point of it

    sys.exit(main())
