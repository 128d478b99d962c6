"""A table by its code: its state, its hands, and what becomes of them."""
