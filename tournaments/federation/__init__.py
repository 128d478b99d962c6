"""One event on several sites: where it runs, and where its results are gathered."""
