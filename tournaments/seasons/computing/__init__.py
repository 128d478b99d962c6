"""The rows of seasons, computed from the stored standings of their tournaments."""
