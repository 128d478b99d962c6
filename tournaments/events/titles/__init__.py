"""Games without an engine, which conductors define on a page."""
