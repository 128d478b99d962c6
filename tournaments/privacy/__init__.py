"""People's data: saying what is stored, handing it out, erasing it, and keeping it no longer."""
