"""Tests of copying an event."""
