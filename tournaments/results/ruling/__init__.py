"""What a conductor decides: rulings, corrections, voided hands, undone acts, closed rounds."""
