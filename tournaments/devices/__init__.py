"""Phones, PINs and sign-in links."""
