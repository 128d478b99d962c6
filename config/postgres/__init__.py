"""PostgreSQL as the house uses it: what every entry of a hand asks is prepared on the server."""

#: psycopg's ``prepare_threshold``: after so many times a connection prepares what it asks. Only
#: cursors that bind on the server do so at all, see ``base.DatabaseWrapper.prepared_cursor``.
PREPARE_AFTER = 2
