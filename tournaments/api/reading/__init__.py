"""The reading half of the API: lists in pages, each with filters, and single things."""
