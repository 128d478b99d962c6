"""The pages of the standings: the table, its cache, the history and its charts."""
