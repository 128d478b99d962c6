"""Template filters of the standings."""

from datetime import datetime

from django import template
from django.utils.translation import gettext as _

register = template.Library()

MINUTE, HOUR = 60, 3600


@register.filter
def age(moment: datetime, now: datetime) -> str:
    """How long ago a moment was: ``12 s``, ``4 min``, ``2 h``; as static/js/age.js says it."""
    seconds = max(0, int((now - moment).total_seconds()))
    if seconds < MINUTE:
        return _("%(count)s s") % {"count": seconds}
    if seconds < HOUR:
        return _("%(count)s min") % {"count": seconds // MINUTE}
    return _("%(count)s h") % {"count": seconds // HOUR}
