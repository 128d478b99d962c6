"""Who plays whom, where and when: the one Django app. Its rooms are in the order of a conductor's day."""
