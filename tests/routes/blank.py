"""Templates that render nothing, and QR codes that are not drawn: looks decide nothing here."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from unittest.mock import patch

from django.template import engines
from django.template.backends.base import BaseEngine
from django.utils.html import format_html

from tournaments import qr


class BlankTemplates(BaseEngine):
    """A template engine of Django for tests of permissions."""

    def __init__(self) -> None:
        super().__init__({"NAME": "blank", "DIRS": [], "APP_DIRS": False})

    def get_template(self, template_name):
        return BlankTemplate()


class BlankTemplate:
    def render(self, context=None, request=None) -> str:
        return ""


BLANK = {"blank": BlankTemplates()}


@contextmanager
def blank_templates() -> Iterator[None]:
    """Every template is blank meanwhile. The real ones stay compiled, as they would not with
    ``settings.TEMPLATES``."""
    real = (engines.templates, engines._engines)
    engines.templates, engines._engines = {name: {} for name in BLANK}, BLANK
    try:
        yield
    finally:
        engines.templates, engines._engines = real


@contextmanager
def undrawn_codes() -> Iterator[None]:
    """Each QR code is an empty picture meanwhile, with a mark of its own: a page of badges would
    take half a second to draw. tests/tournaments/registration/test_badges.py has real ones."""
    with patch.object(qr, "picture", _undrawn):
        yield


def _undrawn(text):
    return format_html('<svg class="qr" data-of="{}"></svg>', sha256(text.encode()).hexdigest())
