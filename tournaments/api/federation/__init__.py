"""Events that run at another site, and are published to this one."""
