"""The contexts of templates that Django's test client keeps of each answer."""

from django.template import Context, Template
from django.test import signals, utils


def keep_those_of_pages_alone() -> None:
    """Keep the context of a page, and of no template that it includes or extends.

    A page has dozens of them, and to copy the context of each took some percent of its test.
    """
    utils.instrumented_test_render = _render


def _render(template: Template, context: Context) -> str:
    if context.template is template:
        signals.template_rendered.send(sender=template, template=template, context=context)
    return template.nodelist.render(context)
