"""Limits against typing errors, for what a conductor may set about a tournament."""

from datetime import timedelta

LONGEST_TEXT = 5000
LONGEST_SLOT = timedelta(hours=24)
HIGHEST_TARGET = 10_000
MOST_ROUNDS = 30
MOST_OBJECTION_MINUTES = 24 * 60
MOST_AT_A_TABLE = 99
MOST_FINAL_TABLES = 12
HIGHEST_TABLE = 999
MOST_PLACES = 999
MOST_MINUTES = LONGEST_SLOT // timedelta(minutes=1)
#: The years of an event: results of long ago may be brought in, and nobody plans for other people.
FIRST_YEAR, LAST_YEAR = 1970, 2100
