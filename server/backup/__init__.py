"""Backups: one file that any database of the site can be copied to and filled from.

The file is a zip of a SQLite database with every table, and ``manifest.json``, which says what is
in it. From SQLite it is copied by SQLite's backup API, from PostgreSQL in one transaction that sees
one moment. So one format is a backup of either, moves a site from one to the other, and can be read
without the site.
"""
