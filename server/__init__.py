"""How the site runs: its processes, its web front, its databases. It knows no tournament."""
