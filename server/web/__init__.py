"""The front of a web process: accepting connections, and Django on a pool of threads."""
