"""Compiles what the site loads as it opens: nobody may write beside the code in the image.

Of the packages that is a third; the rest of them would add 30 MB.
"""

import compileall
import sys
from importlib import import_module
from pathlib import Path
from py_compile import PycInvalidationMode

import django

LOADED = (
    "celery.__main__", "celery.bin.beat", "celery.bin.celery", "celery.bin.worker", "config.asgi",
    "config.urls", "gacrux.pairingchecker", "server.supervisor.command", "server.web.process",
    "uvicorn.main",
)  # fmt: skip


def main() -> None:
    django.setup()
    for name in LOADED:
        import_module(name)
    from config.celery import app  # noqa: PLC0415 - Django must be set up

    app.loader.import_default_modules()
    files = {Path(file) for each in list(sys.modules.values()) if (file := _file(each))}
    for file in (*files, *Path.cwd().rglob("*.py")):
        # Copying an image may change the times of files, so these are not compared.
        compileall.compile_file(file, quiet=1, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)


def _file(module) -> str | None:
    file = getattr(module, "__file__", None) or ""
    return file if file.startswith(sys.prefix) and file.endswith(".py") else None


if __name__ == "__main__":
    sys.path.insert(0, "")
    main()
