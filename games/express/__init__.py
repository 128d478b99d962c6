"""Express, by the rules of tournament play (express-tournament.txt)."""
