"""The board on the projector: pages of clocks, seats by name, champions, and what comes next."""
