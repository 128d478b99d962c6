"""The timetable as everybody reads it: by time, by room, and as a calendar."""
