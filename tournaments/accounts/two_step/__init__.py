"""Two-step sign-in: a code of an app, or a recovery code, after the password or the link."""
