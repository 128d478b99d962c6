"""Who plays whom, where and when: the one Django app, in rooms in the order of the day."""
