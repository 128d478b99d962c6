"""QR codes as pictures inside a page."""

import segno
from django.utils.safestring import SafeString, mark_safe


def picture(text: str) -> SafeString:
    """An SVG of ``text`` as a QR code, dark on light in either theme, as large as its box.

    Error correction M, so that a folded or stained card still scans.
    """
    code = segno.make(text, error="m", micro=False)
    drawn = code.svg_inline(
        dark="#000", light="#fff", border=3, omitsize=True, svgclass="qr", lineclass=None
    )
    # The SVG holds only numbers: the text is not part of its source.
    return mark_safe(drawn)  # noqa: S308 - drawn by segno
