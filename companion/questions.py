"""Questions that only a player can decide, and their answers."""

from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError, within
from companion.locale import Message

Box = tuple[float, float, float, float]
"""A region of the picture: left, top, right, bottom, pixels."""


class UnusableAnswer(CompanionError):
    """An answer to no open question, or one that the question does not offer."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: ``answer`` identifies it, ``text`` labels its button, ``move`` is the move that it makes, if any."""

    answer: str
    text: Message
    move: Any = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answers."""

    key: str
    """The same for the same question about the same things, whenever it comes up again."""
    kind: str
    """One word for programs."""
    text: Message
    choices: tuple[Choice, ...]
    owner: int | None = None
    """The seat that answers; None for anybody."""
    region: Box | None = None
    """What it is about in the picture."""
    blocks: bool = True
    """Whether play waits for the answer."""

    def offers(self, answer: str) -> bool:
        """Return whether this is one of its answers."""
        return any(choice.answer == answer for choice in self.choices)

    def check_offers(self, answer: str) -> None:
        """Raise :class:`UnusableAnswer` unless this is one of its answers."""
        if not self.offers(answer):
            raise UnusableAnswer(
                within(self.key, repr(answer)),
                Message("not an answer to this question"),
                Message("choose from: {choices}", {"choices": ", ".join(choice.answer for choice in self.choices)}),
            )
