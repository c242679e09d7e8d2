"""A game as lines of text: one for the beginning, one for each move, one for the state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from companion.errors import CompanionError, within
from companion.games.errors import UnreadableDocument
from companion.locale import Message

T = TypeVar("T")
OptionsT = TypeVar("OptionsT")
SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Notation(Generic[OptionsT, SetupT, StateT, MoveT]):
    """One game's notation. Readers raise :class:`~companion.games.errors.UnreadableDocument`."""

    beginning: Callable[[OptionsT, SetupT], str]
    read_beginning: Callable[[str], tuple[OptionsT, SetupT]]
    """Reads the text that ``beginning`` returns: options and a setup of the same state."""
    move: Callable[[MoveT], str]
    read_move: Callable[[str], MoveT]
    """Reads the text that ``move`` returns."""
    state: Callable[[StateT], str]
    patterns: Mapping[str, str] = field(default_factory=dict)
    """The name of each move, and what is written after it: capitals for values, brackets around what may be left out.
    """
    words: Callable[[StateT], Mapping[str, Sequence[str]]] = lambda _state: {}
    """Returns the words that may stand for a name in the patterns; a name without any stands for a number or amount."""
    seat_words: bool = False
    """Whether moves name other seats by words of their own, ``p0`` and so on."""


def read_text(read: Callable[[str], T], line: str, reason: Message, next_step: Message | None = None) -> T:
    """Read a line of text.

    Args:
        read: the reader.
        line: the line.
        reason: what is wrong with a line that it cannot read.
        next_step: what to do then.

    Raises:
        UnreadableDocument: with the line, if it cannot be read.
    """
    try:
        return read(line)
    except (ValueError, LookupError, RecursionError) as error:
        raise UnreadableDocument(repr(line), reason, next_step) from error
    except UnreadableDocument:
        raise
    except CompanionError as error:
        raise UnreadableDocument(within(repr(line), error.thing), error.reason, error.next_step) from error
