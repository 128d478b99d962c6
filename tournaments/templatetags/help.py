"""The way from a page to the paragraph of the help that belongs to it."""

from django import template
from django.template import Context
from django.urls import reverse

from tournaments.help_topics import CONTENTS, TOPICS

register = template.Library()


@register.simple_tag(takes_context=True)
def help_address(context: Context) -> str:
    """The paragraph of the help about this page; the contents for a page that is not there."""
    match = getattr(context.get("request"), "resolver_match", None)
    guide, anchor = TOPICS.get(match.url_name if match else "", (CONTENTS, ""))
    address = reverse("help") if guide == CONTENTS else reverse("help-guide", args=[guide])
    return f"{address}#{anchor}" if anchor else address
