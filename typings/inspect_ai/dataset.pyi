class Sample:
    def __init__(self, *, input: str) -> None: ...  # noqa: A002
