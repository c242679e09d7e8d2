"""Why something was not decoded: the errors that the sandbox raises."""

from __future__ import annotations

from companion.locale import Message
from companion.pictures.sandbox.protocol import Document


class LimitExceeded(Exception):
    """Raise if decoding takes more time or memory than it may, or ends its process.

    Args:
        reason: Which limit was exceeded, for people.
    """

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class DecodingRefused(Exception):
    """Raise if the decoder refuses its input.

    Args:
        answer: What the decoder answered, with the kind of refusal as ``refused``.
    """

    def __init__(self, answer: Document) -> None:
        super().__init__(answer["refused"])
        self.kind = str(answer["refused"])
        self._answer = answer

    @property
    def why(self) -> str:
        """The reason in the words of the library that decodes; may be empty."""
        return str(self._answer.get("why", ""))

    @property
    def took(self) -> float:
        """Seconds by the clock that the attempt took."""
        return float(self._answer.get("took", 0.0))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, if they are the reason."""
        return int(self._answer.get("width", 0)), int(self._answer.get("height", 0))


def check_answer(answer: Document) -> None:
    """Raise the error that a decoder's answer stands for, if it is one.

    Args:
        answer: The document that the decoder sent.

    Raises:
        LimitExceeded: Decoding took too much memory.
        DecodingRefused: The input cannot be decoded.
    """
    if answer.get("refused") == "memory":
        raise LimitExceeded(Message("needs too much memory to decode"))
    if "refused" in answer:
        raise DecodingRefused(answer)
