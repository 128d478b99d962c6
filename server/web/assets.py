"""Whether the collected static files are those of this release.

New pages with old style sheets look broken and say nothing, so a web process asks before it serves.
"""

import hashlib
from pathlib import Path

from django.conf import settings

#: In STATIC_ROOT: the digest of the files from which the collected ones were made.
MARK = ".sources"
REFUSAL = (
    "The collected static files are not those of this release."
    " Run `manage.py upgrade`, or `manage.py collectstatic --noinput`."
)


def note() -> None:
    """Write down from which files those of STATIC_ROOT were made."""
    (settings.STATIC_ROOT / MARK).write_text(_digest())


def refused() -> str:
    """Why a web process must not serve what was collected, or nothing."""
    return "" if are_current() else REFUSAL


def are_current() -> bool:
    """Whether the collected files were made from those of this release."""
    mark = settings.STATIC_ROOT / MARK
    return mark.exists() and mark.read_text() == _digest()


def _digest() -> str:
    """One for the paths and contents of all our static files."""
    found = hashlib.sha256()
    for folder in map(Path, settings.STATICFILES_DIRS):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            found.update(f"{path.relative_to(folder)} {content}\n".encode())
    return found.hexdigest()
