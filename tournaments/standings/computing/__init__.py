"""From score sheets to stored standings: what to compute, when, and how often."""
