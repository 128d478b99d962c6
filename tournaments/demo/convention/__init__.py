"""A convention of four days: three are played at once, the last by itself, to the prizes."""
