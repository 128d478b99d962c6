"""Events, their tournaments, their staff and their ledger."""
