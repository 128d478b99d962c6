"""The databases that the site runs on, and the protocol by which its storage modules use them."""
