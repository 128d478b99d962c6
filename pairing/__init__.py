"""Who meets whom: tables, plans of all rounds, pairings of two.

Pure Python: no Django, no system clock, no randomness but a seed.

``tables`` seats one round at tables of several people, ``plans`` makes all rounds at once, and
``head_to_head`` pairs two at a table. ``python -m pairing`` offers them to scripts.
"""
