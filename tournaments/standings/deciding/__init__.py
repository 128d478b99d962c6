"""What a conductor changes: penalties, the points scheme, late corrections."""
