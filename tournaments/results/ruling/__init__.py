"""Decisions of conductors: rulings, corrections, voided hands, undone acts, closed rounds."""
