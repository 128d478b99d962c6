"""Templates that are found and render nothing: who may see a page does not depend on its looks."""

from django.template.backends.base import BaseEngine

BLANK_TEMPLATES = [{"BACKEND": f"{__name__}.BlankTemplates"}]


class BlankTemplates(BaseEngine):
    """A template engine of Django for tests of permissions."""

    def __init__(self, params: dict) -> None:
        super().__init__({"NAME": params["NAME"], "DIRS": [], "APP_DIRS": False})

    def get_template(self, template_name):
        return BlankTemplate()


class BlankTemplate:
    def render(self, context=None, request=None) -> str:
        return ""
