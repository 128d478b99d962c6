"""Web push: messages to the phones of players who asked for them."""
