def connect() -> None:
    pass
