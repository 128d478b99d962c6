"""Limits on what a stranger can try: PINs, passwords, sign-in links by mail, registrations.

A limit slows the device or the network that guesses, never the person who knows: see
docs/decisions/0011. Attempts are rows in the database, so that all processes count the same ones.
"""
