"""QR codes as pictures inside a page."""

import segno
from django.http.request import split_domain_port
from django.utils.safestring import SafeString, mark_safe

#: Hosts that only the machine itself can reach.
ONLY_HERE = frozenset({"localhost", "127.0.0.1", "[::1]"})


def is_only_here(request) -> bool:
    """Whether phones cannot reach the addresses made from this request."""
    return split_domain_port(request.get_host())[0] in ONLY_HERE


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
