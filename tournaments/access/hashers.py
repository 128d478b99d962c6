"""How passwords are hashed."""

from django.contrib.auth import hashers


class Argon2PasswordHasher(hashers.Argon2PasswordHasher):
    """Argon2id with the least that OWASP's Password Storage Cheat Sheet recommends.

    Django's defaults take 100 MiB and eight threads, with which thirty people who sign in at once,
    or one who guesses, hold up everybody else. Passwords hashed with those get these figures when
    their account signs in.
    """

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1
