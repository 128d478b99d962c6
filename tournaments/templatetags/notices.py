"""Which notices a page asks for."""

from django import template
from django.template import Context
from django.utils.http import urlencode

from tournaments.audience import as_parameter, of_page, own_tournaments
from tournaments.models import Table
from tournaments.templatetags.site import tournament_here

register = template.Library()


@register.simple_tag(takes_context=True)
def notices_query(context: Context) -> str:
    """The parameters of the page's notices. One query if a player's seat is open on the phone.

    A page whose view has an ``audience`` asks for that one.
    """
    request, table = context["request"], context.get("table")
    if "audience" in context:
        audience = context["audience"]
    else:
        here, conducts = tournament_here(context), request.may_conduct
        own = own_tournaments(request.player) if request.player and not conducts else None
        audience = of_page(conducts=conducts, own=own, here=here.pk if here else None)
    named = {} if audience is None else {"of": as_parameter(audience)}
    if isinstance(table, Table) and table.code:
        named["table"] = table.code
    return urlencode(named)
