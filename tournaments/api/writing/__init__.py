"""What programs do for conductors: set up, register, seat, run rounds, rule."""
