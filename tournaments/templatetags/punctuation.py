"""The punctuation of pages, as each language has it: see ``tournaments.punctuation``.

{{ player|labelled:move }}, {{ names|listed }}, {{ remark|in_brackets }}; and the marks alone, for
what has tags around it: {{ table }}{% colon %}<strong>{{ player }}</strong>.
"""

from django import template

from tournaments import punctuation

register = template.Library()
register.filter("signed", punctuation.signed)
register.filter("labelled", punctuation.labelled)
register.filter("with_remark", punctuation.with_remark)
register.filter("in_brackets", punctuation.in_brackets)
register.filter("ended", punctuation.ended)
register.filter("listed", punctuation.listed)
register.filter("divided", punctuation.divided)
register.simple_tag(punctuation.colon)
register.simple_tag(punctuation.comma)
register.simple_tag(punctuation.full_stop)
