"""The databases that the site runs on."""
