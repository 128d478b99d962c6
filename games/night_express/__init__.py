"""Night Express, for two to six players (night-express.txt). Cards and prices are house data."""
