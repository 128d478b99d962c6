"""``python -m pairing``: the command, and its JSON documents."""
