"""Permissions: every address of the site, with each method, for each role.

The rows say who gets what, in ``rows/`` by package. They are complete: an address without a row
fails the tests, and so does a row without an address. A refusal must write nothing. Where a row
``acts``, an accepted request must have written something: refusing what cannot be done anyway
would prove little.
"""
