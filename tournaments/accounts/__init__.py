"""Accounts of those who run events: signing in, two-step sign-in, devices, ways back in."""
