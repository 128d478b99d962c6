"""Is this move legal? A position, a question, and the rule that answers it.

Nothing is stored and nobody signs in: the record of the game travels in the form.
"""
