"""What any front end prints of a game: rows, amounts, rules in sentences, a score pad, a lesson."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.locale import Message
from companion.pieces import Card, Suit


def gold_amount(pieces: int) -> Message:
    """Return an amount of gold as a message.

    >>> str(gold_amount(3))
    '3 gold'
    """
    return Message("{n} gold", {"n": pieces}, "{n} gold", "n")


Cell = Message | tuple[Card, ...]
"""A text, or the cards at a place."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A heading for each column, and as many cells in each row."""

    headings: tuple[Message, ...]
    rows: tuple[tuple[Cell, ...], ...]
    remarks: tuple[Message, ...] = ()
    """Sentences below them."""


def cell_text(cell: Cell) -> Message:
    """Return a cell as text: the codes of its cards, a dash for none."""
    return verbatim(" ".join(map(str, cell)) or "–") if isinstance(cell, tuple) else cell


def verbatim(text: object) -> Message:
    """Return a text that is the same in every language: a number, a card's code, a player's name.

    >>> str(verbatim(7))
    '7'
    """
    return Message("{said}", {"said": str(text)})


def verbatim_each(texts: Sequence[object]) -> tuple[Message, ...]:
    """Return :func:`verbatim` of each text."""
    return tuple(verbatim(text) for text in texts)


NEXT = Message("Next")


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One tap, and what the reader must know before it."""

    text: Message
    moves: tuple[str, ...] = ()
    """What the tap does, in the lines of the game's notation."""
    tap: str = ""
    """The spot of the table, or the card of the hand, that is tapped; empty for the button."""
    button: Message = NEXT
    """The label of the button, if that is tapped."""
    hand: tuple[str, ...] = ()
    """The cards in the reader's hand, by their codes."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The steps of a lesson. The reader sits at the first seat; the last step has no moves."""

    names: tuple[str, ...]
    """The player names, by seat."""
    beginning: str
    """Options and setup, as the game's notation writes them."""
    steps: tuple[LessonStep, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, and the number of its rule (B18) in docs/rules/; empty if it is none."""

    rule: str
    text: Message


def other_reading(rule: str, choice: Message, source: Message) -> Line:
    """Return the line below a contested one: the other choice, and the document that has it.

    >>> str(other_reading("B29", Message("each suit at least once"), Message("Roller")).text)
    'Or: each suit at least once (Roller).'
    """
    return Line(rule, Message("Or: {choice} ({source}).", {"choice": choice, "source": source}))


@dataclass(frozen=True, slots=True)
class Section:
    """Rules on one subject, under a title."""

    title: Message
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class PadRow:
    """A line of a score pad, with a number for each player."""

    text: Message
    strong: bool = False
    """Whether it decides the game, or is the sum of the rows above."""
    suit: Suit | None = None
    """The suit that it counts."""


def section(title: Message, sentences: Iterable[Message]) -> Section:
    """Return a section of sentences that are no rules."""
    return Section(title, tuple(Line("", sentence) for sentence in sentences))


def bag_sections(names: Sequence[str], bag: Callable[[int], Iterable[Message]]) -> Iterator[Section]:
    """Yield a section for each player's bag; ``bag`` returns what goes into a seat's."""
    return (section(Message("{name}’s bag", {"name": name}), bag(seat)) for seat, name in enumerate(names))


def card_with_code(card: Card) -> Message:
    """Return a card's name and code: ``The Mountain (4MS)``."""
    return Message("{name} ({card})", {"name": card, "card": card.code})
