"""A way back into an account without mail: another owner of the event shows a link."""
