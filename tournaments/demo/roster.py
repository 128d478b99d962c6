"""The people of the demo in a file as people hand them in: with doubles, gaps, foreign letters."""

from pathlib import Path

ROSTER = Path(__file__).parent / "roster.csv"
