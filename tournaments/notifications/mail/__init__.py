"""Letters by e-mail to players who gave an address, where the site can send mail."""
