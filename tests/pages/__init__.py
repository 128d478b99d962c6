"""Every page: contact sheets for eyes (``make screenshots``), axe for rules (``make axe``)."""
