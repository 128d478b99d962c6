"""Making the archive of an event: each page once, as it is for nobody, with the files it needs."""

import hashlib
import re
import shutil
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from io import RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin, urlsplit
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.contrib.staticfiles import finders

from tournaments.archive import rules
from tournaments.archive.plain import icons_of, plain
from tournaments.archive.public import PublicPages, note_of
from tournaments.models import Event
from tournaments.standings.exporting import event_writer
from tournaments.texts import in_site_language

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

CHECKSUMS = "SHA256SUMS"
EVENT_FILE = "event.json"
SPRITE = "icons/sprite.svg"
IN_STYLE = re.compile(r"(?:url\(\s*|@import\s+(?=[\"']))[\"']?([^\"')]+)")


@dataclass
class Archive:
    """The archive of one event, while it is made."""

    event: Event
    at: datetime
    _waiting: deque[str] = field(default_factory=deque)
    _files: dict[str, str] = field(default_factory=dict)
    _static: set[str] = field(default_factory=set)
    _made: deque[tuple[str, bytes]] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self._public = PublicPages(self.event, settings.PUBLIC_URL or "http://localhost")
        self._icons = icons_of(_static_file(SPRITE).read_bytes())
        with in_site_language():
            self._note = note_of(self.event, self.at)

    @property
    def pages(self) -> int:
        """The number of pages that are known so far."""
        return len(self._files)

    def files(self) -> Iterator[tuple[str, bytes]]:
        """All pages and the files that they need: each with its name, as soon as it is made.

        They are in the language of the site, whichever is active where they are asked for, or in
        between. Raises PageDoesNotOpen.
        """
        self._keep(self._public.root)
        while self._waiting:
            address = self._waiting.popleft()
            with in_site_language():
                self._make_page(address, self._files[address])
            while self._made:
                yield self._made.popleft()

    def _make_page(self, address: str, file: str) -> None:
        content_type, content = self._public.read(address)
        if content_type.startswith("text/html"):

            def linked(link: str) -> str | None:
                return self._linked(link, address, file)

            content = plain(content, linked, self._icons, self._note)
        self._made.append((file, content))

    def _linked(self, link: str, page: str, file: str) -> str | None:
        """The link from a file to what an address of its page leads to, if the archive has it."""
        address = self._public.local(link, page)
        if address is None:
            return link if link.startswith(("https:", "http:", "mailto:")) else None
        if address.startswith(settings.STATIC_URL):
            return self._static_link(address, file)
        kept = self._keep(address)
        fragment = urlsplit(address).fragment
        return kept and rules.link(kept, file) + (f"#{fragment}" if fragment else "")

    def _keep(self, address: str) -> str | None:
        """The file of an address that belongs into the archive; its page is written later."""
        page = self._public.page(address)
        if page is None:
            return None
        if page not in self._files:
            self._files[page] = unquote(rules.file_of(page, self._public.root))
            self._waiting.append(page)
        return self._files[page]

    # --- Files beside the pages -------------------------------------------------------------------

    def _static_link(self, address: str, file: str) -> str | None:
        parts = urlsplit(address)
        name = unquote(parts.path.removeprefix(settings.STATIC_URL))
        if not self._copy_static(name):
            return None
        found = rules.link(f"{rules.STATIC}/{name}", file)
        return f"{found}#{parts.fragment}" if parts.fragment else found

    def _copy_static(self, name: str) -> bool:
        """Copy a file of the site, and what a style sheet names; False if there is none."""
        if name in self._static:
            return True
        source = _static_file(name)
        if not source.is_file():
            return False
        self._static.add(name)
        content = source.read_bytes()
        self._made.append((f"{rules.STATIC}/{name}", content))
        if name.endswith(".css"):
            for link in IN_STYLE.findall(content.decode()):
                inner = urljoin(f"{settings.STATIC_URL}{name}", link)
                if inner.startswith(settings.STATIC_URL):
                    self._copy_static(urlsplit(inner).path.removeprefix(settings.STATIC_URL))
        return True


def _static_file(name: str) -> Path:
    """A static file as it was collected, or as it is in the code."""
    collected = Path(settings.STATIC_ROOT) / name
    return collected if collected.is_file() else Path(finders.find(name) or collected)


def write_archive(
    event: Event, folder: Path, *, at: datetime, with_event_file: bool = False
) -> tuple[int, int]:
    """Write the public pages of an event into an empty folder; how many, and all bytes.

    With the event file, which has addresses and notes of people, the folder is no longer for
    everybody. Raises PageDoesNotOpen for a page that cannot be kept: the folder then lacks its
    checksums.
    """
    archive = Archive(event, at)
    for name, content in archive.files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if with_event_file:
        with event_writer.write(event, at=at) as source, (folder / EVENT_FILE).open("wb") as file:
            shutil.copyfileobj(source, file)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    sums = [f"{_digest(path)}  {path.relative_to(folder).as_posix()}\n" for path in files]
    (folder / CHECKSUMS).write_text("".join(sums), "utf-8")
    return archive.pages, sum(path.stat().st_size for path in files)


class _Taken(RawIOBase):
    """A file that a zip is written to, and out of which its bytes are taken again and again."""

    def __init__(self) -> None:
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, content: "ReadableBuffer") -> int:
        self._written += content
        return len(bytes(content))

    def take(self) -> bytes:
        """Return the bytes that were written since it was last asked."""
        taken, self._written = bytes(self._written), bytearray()
        return taken


def zipped(event: Event, *, at: datetime) -> Iterator[bytes]:
    """The archive of an event as a zip, without its event file: a page at a time, as it is made.

    Raises PageDoesNotOpen in the middle, so that nobody takes half an archive for a whole one.
    """
    to, sums = _Taken(), []
    with ZipFile(to, "w", ZIP_DEFLATED) as made:
        for name, content in Archive(event, at).files():
            made.writestr(f"{event.slug}/{name}", content)
            sums.append((name, hashlib.sha256(content).hexdigest()))
            yield to.take()
        lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(sums))
        made.writestr(f"{event.slug}/{CHECKSUMS}", lines)
    yield to.take()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
