"""Catalogues of translations, compiled as gettext reads them: ``django.mo`` beside ``django.po``.

Only the texts are in the repository. Whichever process opens first after a change compiles them,
so no machine needs gettext's programs, and there is no step to forget.
"""

import os
from pathlib import Path


def compile_all(folder: Path) -> None:
    """Compile the catalogues below a folder that are newer than what was made of them.

    Raises OSError where nothing can be written.
    """
    for source in folder.glob("*/LC_MESSAGES/*.po"):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime_ns < source.stat().st_mtime_ns:
            _compile(source, compiled)


def _compile(source: Path, compiled: Path) -> None:
    import polib  # noqa: PLC0415 - hardly any process needs it

    # Others may be opening: they read the old one or the new one, whole.
    unfinished = compiled.with_suffix(f".{os.getpid()}")
    unfinished.write_bytes(polib.pofile(str(source)).to_binary())
    unfinished.replace(compiled)
