"""A form that adds a row: it names the newest that there was, and adds once what is sent twice.

::

    form = PrizeForm(posted(request), ranking=ranking)
    if form.is_valid():
        with in_form(form):
            services.add_prize(ranking, **form.cleaned_data, seen=newest_seen(request), by=…, at=…)
    …
    context = {"form": form, "newest": newest_input(ranking.prizes)}

A page that comes back with a refusal names the newest of now: sent again, it is another one.
"""

from typing import Any

from django.db.models import Manager, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.numbers import KEY_DIGITS, whole_number
from tournaments.seen import newest

NAME = "newest"


def newest_input(rows: QuerySet[Any] | Manager[Any]) -> SafeString:
    """The hidden input that says which of these rows was the newest. One query."""
    return format_html('<input type="hidden" name="{}" value="{}">', NAME, newest(rows.all()))


def newest_seen(request: HttpRequest) -> int | None:
    """The newest row that the page showed; None if it does not say."""
    return whole_number(request.POST.get(NAME, ""), most_digits=KEY_DIGITS)
