"""gacrux in the process of the tests."""

import contextlib
import io
import sys
from collections.abc import Sequence
from unittest import mock


def in_process(arguments: Sequence[str], _patience: float) -> tuple[str, str]:
    """gacrux as the site calls it, without a process of its own for each round."""
    from gacrux.pairingchecker import pairingchecker  # noqa: PLC0415 - takes half a second

    said, complained = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["pairingchecker", *arguments]),
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(complained),
        contextlib.suppress(SystemExit),
    ):
        pairingchecker().common_main()
    return said.getvalue(), complained.getvalue()
