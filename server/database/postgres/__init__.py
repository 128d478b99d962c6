"""PostgreSQL as the site uses it: the statements that every reported hand repeats are prepared."""

#: psycopg's ``prepare_threshold``: prepare a statement before it runs the first time. Django's own
#: queries, which have the values in their text, are never prepared.
PREPARE_AFTER = 0
