"""``make audit``: what other people know of our dependencies, and what tools say of our code.

Not part of ``make test``, because it asks the network. Where the network does not answer, the audit
says in words what it could not check, and goes on.
"""
