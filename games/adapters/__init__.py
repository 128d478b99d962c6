"""The games in the shapes of other people's libraries; each needs an extra of its name."""
