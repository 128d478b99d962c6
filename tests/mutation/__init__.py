"""Mutation testing: one thing in a rule is flipped, and some test must notice.

    python -m tests.mutation metro_x --jobs 2
    python -m tests.mutation express --file full_sheet.py --first 26 --last 50
    python -m tests.mutation terminus --sample 300 --seed 1

Each game has a file here, ``<game>.toml``: which sources are mutated, which tests must notice, and
the survivors that are excused by name, each with its reason. It passes when at least 95 of 100
mutants are killed and every survivor is excused.
"""
