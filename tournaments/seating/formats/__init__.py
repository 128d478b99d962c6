"""How each format makes its rounds: one module for each, and ``registry`` to find them."""
