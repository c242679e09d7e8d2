"""The one question value: something that only a player can settle, and the answers to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError, within
from companion.locale import Message

Box = tuple[float, float, float, float]
"""A region of the picture: left, top, right, bottom, pixels."""


class UnusableAnswer(CompanionError):
    """An answer to nothing that was asked, or one that cannot be."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: ``answer`` is what is given back, ``text`` what the button says, ``move`` what it does, if a move."""

    answer: str
    text: Message
    move: Any = None


@dataclass(frozen=True, slots=True)
class Question:
    """Asked under ``key``, which names the same doubt about the same things whenever it comes up again.

    ``kind`` is one word for programs; ``owner`` the seat that answers, None for anybody; ``region`` where to look;
    ``blocks``: nothing goes on before it is answered.
    """

    key: str
    kind: str
    text: Message
    choices: tuple[Choice, ...]
    owner: int | None = None
    region: Box | None = None
    blocks: bool = True

    def offers(self, answer: str) -> bool:
        """Whether this is one of its answers."""
        return any(choice.answer == answer for choice in self.choices)

    def check_offers(self, answer: str) -> None:
        """Raises :class:`UnusableAnswer` for what is none of its answers."""
        if not self.offers(answer):
            raise UnusableAnswer(
                within(self.key, repr(answer)),
                Message("is no answer to that question"),
                Message("choose one of {choices}", {"choices": ", ".join(choice.answer for choice in self.choices)}),
            )
