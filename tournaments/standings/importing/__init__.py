"""A tournament that another program ran, from FIDE's report (TRF), with all its results."""
