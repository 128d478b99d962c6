"""What is stored of people: saying it, handing it out, erasing it, and keeping it no longer."""
