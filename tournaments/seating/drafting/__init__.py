"""What the next round is made from: who plays, at which tables, and what there is to say of it."""
