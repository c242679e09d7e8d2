"""Errors between a player and the rules."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from gettext import NullTranslations

from companion.errors import CompanionError, one_line
from companion.locale import Message, sentence
from companion.locale.message import Value


@dataclass(frozen=True, slots=True)
class SeatName:
    """The player at a seat, in a message of rules that do not know the names."""

    seat: int

    def wording(self) -> Message:
        """Return the seat's number from 1; :func:`with_names` puts the name there."""
        return Message("Player {n}", {"n": self.seat + 1})


def with_names(message: Message, names: Sequence[str]) -> Message:
    """Return the message with players' names in place of seats.

    Args:
        message: The message, which may hold others.
        names: The names by seat.

    >>> str(with_names(Message("it is {name}'s answer", {"name": SeatName(1)}), ("Ann", "Ben")))
    "it is Ben's answer"
    """

    def named(value: Value) -> Value:
        if isinstance(value, SeatName) and value.seat in range(len(names)):
            return names[value.seat]
        return with_names(value, names) if isinstance(value, Message) else value

    return replace(message, values={key: named(value) for key, value in message.values.items()})


class BrokenRule(CompanionError):
    """A refusal by the rules; ``rule`` is the rule's number in ``docs/rules/``, such as ``B18``."""

    def __init__(self, rule: str, reason: Message, next_step: Message | None = None) -> None:
        self.rule = rule
        super().__init__(Message("rule {rule}", {"rule": rule}), reason, next_step)

    @property
    def sentence(self) -> Message:
        """The reason, then the rule's number."""
        return Message("{reason} (rule {rule})", {"reason": self.reason, "rule": self.rule})

    def name_players(self, names: Sequence[str]) -> None:
        """Put the players' names, by seat, in place of seats."""
        self.reason = with_names(self.reason, names)
        if self.next_step is not None:
            self.next_step = with_names(self.next_step, names)


class IllegalMove(BrokenRule):
    """A move that the rules refuse.

    The reason has the numbers: "needs 4 Suns or Knots, at least one of each; you have 3 Suns".
    """


class StaleFact(IllegalMove):
    """A correction whose old value is not the game's; ``held`` is the game's."""

    def __init__(self, rule: str, reason: Message, next_step: Message | None, held: object) -> None:
        self.held = held
        super().__init__(rule, reason, next_step)


class UnplayableSetup(BrokenRule):
    """Options or a setup of a game that no document describes."""


@contextmanager
def naming(names: Sequence[str]) -> Iterator[None]:
    """Put players' names, by seat, in place of seats in what the rules refuse in this ``with`` block."""
    try:
        yield
    except BrokenRule as error:
        error.name_players(names)
        raise


def error_line(error: CompanionError, translations: NullTranslations) -> str:
    """Return an error's line for players: of a broken rule its sentence, then its number."""
    if not isinstance(error, BrokenRule):
        return error.line(translations)
    line = error.sentence
    if error.next_step is not None:
        line = Message("{what}. {next}", {"what": line, "next": sentence(error.next_step)})
    text = line.text(translations)
    return one_line(text[:1].upper() + text[1:])


class UnreadableDocument(CompanionError):
    """A document (JSON or a line of text) that is no move, state or setup; ``thing`` names the place in it."""
