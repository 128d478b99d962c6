"""How the site runs: processes, web front, databases."""
