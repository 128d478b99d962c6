"""The standings as spreadsheets, and a whole event as one file that can be read back."""
