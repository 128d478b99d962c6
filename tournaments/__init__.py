"""The one Django app, in packages that follow the order of the day."""
