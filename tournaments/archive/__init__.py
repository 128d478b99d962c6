"""An event as a folder of plain pages that need no site: what everybody may read, kept for good."""
