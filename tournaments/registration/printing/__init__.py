"""All badges of an event, drawn by a worker while its conductor looks at the progress."""
