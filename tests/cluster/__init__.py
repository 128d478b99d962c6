"""The site as docker/compose.yaml describes it, run as plain processes: ``make cluster``."""
