"""Rulings: set up or load a position, ask whether a move is legal, and by which rule.

Nothing is stored and nobody signs in: the record of the game travels in the form.
"""
