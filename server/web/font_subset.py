"""Cuts a variable font down to the letters, weights and size that pages use."""

from collections.abc import Iterable
from io import BytesIO
from typing import IO, Any

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

#: Kerning, marks on letters, the letters of a language, and figures of one width.
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"]
#: Signs that stand in names too.
WORDS = {"hyphen", "period", "comma", "space", "quotesingle", "parenleft", "parenright", "slash"}


def woff2(
    file: IO[bytes], ranges: Iterable[tuple[int, int]], *, weights: tuple[int, int], size: int
) -> bytes:
    """The font with the letters of ``ranges`` (first and last code points) and some weights."""
    font = TTFont(file)
    subsetter = subset.Subsetter(
        subset.Options(layout_features=FEATURES, hinting=False, name_IDs=["*"])
    )
    subsetter.populate(unicodes={sign for first, last in ranges for sign in range(first, last + 1)})
    subsetter.subset(font)
    _keep_words_apart(font)
    font = instantiateVariableFont(font, {"opsz": size, "wght": weights})
    font.flavor = "woff2"
    made = BytesIO()
    font.save(made)
    return made.getvalue()


def _keep_words_apart(font: Any) -> None:
    """Let figures of one width be figures only: in a table of names a hyphen stays narrow."""
    table = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for part in table.LookupList.Lookup[index].SubTable:
                    mapping = getattr(part, "ExtSubTable", part).mapping
                    for sign in WORDS & set(mapping):
                        del mapping[sign]
