"""Why somebody sits where they sit, and who met whom."""
