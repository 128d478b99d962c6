"""What can be read: lists in pages, each with filters, and single things."""
