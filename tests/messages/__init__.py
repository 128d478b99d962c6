"""``make messages``: the catalogues of translations, in ``locale/``, brought up to the code.

The texts are found by Python's own parser and by Django's of templates, so nobody needs gettext's
programs: neither who translates, nor ``make test``, which holds every catalogue to the code.
"""
