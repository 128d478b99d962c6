"""The timetable and places in its sessions, through the API."""
