"""Which notices a page asks for."""

from django import template
from django.template import Context
from django.utils.http import urlencode

from tournaments.audience import as_parameter, of_page, own_games
from tournaments.models import Session, Table
from tournaments.templatetags.site import tournament_here

register = template.Library()


@register.simple_tag(takes_context=True)
def notices_query(context: Context) -> str:
    """The parameters of the page's notices. One query if a player's seat is open on the phone.

    A page whose view has an ``audience`` asks for that one. Conductors say that they conduct, so
    that their answer is made for them alone.
    """
    request, table, session = context["request"], context.get("table"), context.get("session")
    sessions = {session.pk} if isinstance(session, Session) else set()
    named = {}
    if "audience" in context:
        audience = context["audience"]
    else:
        here, conducts = tournament_here(context), request.may_conduct
        own = own_games(request.player) if request.player and not conducts else None
        sessions |= own.sessions if own else set()
        tournaments = own.tournaments if own else None
        audience = of_page(conducts=conducts, own=tournaments, here=here.pk if here else None)
        named = {"conducts": "1"} if conducts else {}
    if audience is not None:
        named["of"] = as_parameter(audience)
        if sessions:
            named["in"] = as_parameter(sessions)
    if isinstance(table, Table) and table.code:
        named["table"] = table.code
    # Sorted as the page does, so that the answer is shared.
    return urlencode(sorted(named.items()))
