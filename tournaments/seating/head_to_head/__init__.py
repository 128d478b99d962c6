"""The formats for two at a table: Swiss, round robin and elimination."""
