"""Catalogues of translations, compiled as gettext reads them: ``django.mo`` beside ``django.po``.

Only the texts are in the repository. Whichever process opens first after a change compiles them,
so no machine needs gettext's programs, and there is no step to forget.
"""

import logging
import os
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)


def compile_all(folder: Path) -> None:
    """Compile the catalogues below a folder that are newer than what was made of them.

    Where one cannot be written, the site says what it has: the texts of before, or English.
    """
    for source in folder.glob("*/LC_MESSAGES/*.po"):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime_ns < source.stat().st_mtime_ns:
            try:
                _compile(source, compiled)
            except OSError as error:
                log.warning("%s could not be compiled: %s", source, error)


def _compile(source: Path, compiled: Path) -> None:
    import polib  # noqa: PLC0415 - hardly any process needs it

    # Others may be opening: they read the old one or the new one, whole.
    unfinished = compiled.with_suffix(f".{os.getpid()}")
    try:
        unfinished.write_bytes(polib.pofile(str(source)).to_binary())
        # No secret, and another user may read it next; what `make run` writes is its owner's alone.
        unfinished.chmod(0o644)
        unfinished.replace(compiled)
    except OSError:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
