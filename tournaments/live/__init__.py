"""The stream: publishing a change to open pages."""
