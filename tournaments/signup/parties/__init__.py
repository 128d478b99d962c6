"""Friends who sign up for sessions together, all or none."""
