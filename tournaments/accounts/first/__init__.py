"""The first account of a site, made in the browser with a code that only its terminal shows."""
