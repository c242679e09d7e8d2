"""A file in memory, as the browser's storage is to the log; it can end in the middle of a write."""


class MemoryFile:
    """Holds what was appended."""

    def __init__(self, content: bytes = b"") -> None:
        self.content = content

    def read(self) -> bytes:
        return self.content

    def append(self, content: bytes) -> None:
        self.content += content

    def truncate(self, size: int) -> None:
        self.content = self.content[:size]
