"""PostgreSQL as the house uses it: what every entry of a hand asks is prepared on the server."""

#: psycopg's ``prepare_threshold``. Django's own queries, with the values in them, are never
#: prepared; ours are before they are asked first, unless this is None: see ``exchange``.
PREPARE_AFTER = 0
