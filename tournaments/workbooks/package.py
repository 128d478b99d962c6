"""The parts of an Office file (ECMA-376 part 2, Open Packaging Conventions), element by element.

Pure. Nothing here grows with what a part unpacks to, only with what is asked of it.
"""

import io
import posixpath
import zipfile
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from xml.parsers import expat

#: Bytes, and signs of text, that are read at a time.
CHUNK = 64 * 1024
#: Tags of all parts together. Ten thousand lines of five cells have fewer.
MOST_TAGS = 500_000
#: No part of a workbook nests its elements deeper.
DEEPEST = 32
#: The only two ways of packing that Office files may use.
PACKINGS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})

NO_ATTRIBUTES: Mapping[str, str] = MappingProxyType({})


class PackageTooLargeError(Exception):
    """The parts that were asked for unpack to more than allowed, or have too many tags."""


class PackageDamagedError(Exception):
    """The file is no such package, or a part has what no Office program writes."""


class Element(NamedTuple):
    """The start or the end of an element; at the end, with the text since the last tag."""

    name: str
    attributes: Mapping[str, str]
    text: str = ""
    is_end: bool = False


class Package:
    """An Office file. Names of parts, elements and attributes are without their namespaces."""

    def __init__(self, data: bytes, most_unpacked: int) -> None:
        """``most_unpacked`` is the most bytes to which all parts that are asked for unpack."""
        self._archive = zipfile.ZipFile(io.BytesIO(data))
        self._parts = {part.filename.casefold(): part for part in self._archive.infolist()}
        self._left = most_unpacked
        self._tags = MOST_TAGS

    def target(self, part: str, kind: str) -> str:
        """The name of the one part of a kind that belongs to ``part``; "" if there is none."""
        return next(iter(self.targets(part, kind).values()), "")

    def targets(self, part: str, kind: str) -> dict[str, str]:
        """The parts of a kind that belong to ``part`` ("" for the file itself), by their keys."""
        folder, name = posixpath.split(part)
        relations = posixpath.join(folder, "_rels", f"{name}.rels")
        return {
            given["Id"]: posixpath.normpath(posixpath.join("/", folder, given["Target"]))[1:]
            for name, given, _text, is_end in self.elements(relations)
            if name == "Relationship" and not is_end and given["Type"].endswith(f"/{kind}")
        }

    def elements(self, part: str) -> Iterator[Element]:
        """The elements of a part in the order of the file; none if there is no such part.

        Raises PackageTooLargeError, PackageDamagedError, and what zipfile, zlib and expat raise.
        """
        info = self._parts.get(part.casefold())
        if info is None:
            return
        if info.compress_type not in PACKINGS:
            raise PackageDamagedError(f"{part}: packed in way {info.compress_type}")
        # The archive says how much a part unpacks to, and zipfile reads no byte more.
        self._left -= info.file_size
        if self._left < 0:
            raise PackageTooLargeError(part)
        # Counting what begins a tag takes a hundredth of the time of parsing it.
        self._tags -= sum(chunk.count(b"<") for chunk in self._chunks(info))
        if self._tags < 0:
            raise PackageTooLargeError(part)
        reader = _Reader()
        for chunk in self._chunks(info):
            yield from reader.feed(chunk)
        yield from reader.feed(b"", is_last=True)

    def _chunks(self, info: zipfile.ZipInfo) -> Iterator[bytes]:
        with self._archive.open(info) as file:
            while chunk := file.read(CHUNK):
                yield chunk


class _Reader:
    """Feeds chunks to expat, and gives the elements that each of them completes."""

    def __init__(self) -> None:
        self._found: list[Element] = []
        self._text: list[str] = []
        self._depth = 0
        parser: Any = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text, parser.buffer_size = True, CHUNK
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text.append
        parser.StartDoctypeDeclHandler = self._doctype
        self._parser = parser

    def feed(self, chunk: bytes, *, is_last: bool = False) -> list[Element]:
        self._found = []
        self._parser.Parse(chunk, is_last)
        return self._found

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise PackageDamagedError("elements nested too deep")
        self._text.clear()
        given = {
            key.rpartition(" ")[2]: value for key, value in attributes.items()
        } or NO_ATTRIBUTES
        self._found.append(Element(name.rpartition(" ")[2], given))

    def _end(self, name: str) -> None:
        self._depth -= 1
        name, text = name.rpartition(" ")[2], "".join(self._text)
        self._found.append(Element(name, NO_ATTRIBUTES, text, is_end=True))
        self._text.clear()

    def _doctype(self, *_given: object) -> None:
        # Entities make a short text a long one; no Office program declares any.
        raise PackageDamagedError("a document type")
