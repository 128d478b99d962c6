"""Limits on what a stranger can try: PINs, passwords, sign-in links by mail, registrations.

A limit slows the device or the network that guesses. Only a PIN on a phone that is new can be
refused because others guess, while they do: docs/decisions/0011 says why, with the arithmetic.
Attempts are rows in the database, so that all processes count the same ones.
"""
