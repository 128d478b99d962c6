"""The sessions that the end of a tournament cancels, for the one who is about to finish it."""

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from tournaments.models import Tournament, unplayed

register = template.Library()


@register.simple_tag
def sessions_it_cancels(tournament: Tournament) -> SafeString:
    """A warning that names them, or nothing where there are none. One query."""
    to_come = tournament.sessions.filter(unplayed(), starts_at__gt=timezone.now())
    sessions = to_come.select_related("tournament")
    return render_to_string("signup/_it_cancels.html", {"sessions": sessions})
