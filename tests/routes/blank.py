"""Templates that are found and render nothing: who may see a page does not depend on its looks."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.template import engines
from django.template.backends.base import BaseEngine


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
