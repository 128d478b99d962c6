"""The help: the guides of ``docs/`` as pages of the site.

``docs/README.md`` is its contents page, and what that page leads to is the help. The same files are
read in the repository, so nothing in them is for the site alone.
"""
