"""Corrections written in words: the facts of a game by name, each field a word; and a game that is stopped early."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.errors import CompanionError
from companion.games.declared import Among, Asked, Chosen, Fact, Names
from companion.games.errors import IllegalMove, StaleFact, UnreadableDocument
from companion.games.field_types import Named, Typed
from companion.locale import Message
from companion.pieces import Card

StateT = TypeVar("StateT")


def _goes_on(state: Any, _chosen: Chosen) -> tuple[bool, ...]:
    return () if state.over else (True,)


@dataclass(frozen=True, slots=True)
class StoppedFact(Fact[StateT]):
    """Whether the players have stopped; what is scored is what lies on the table."""

    was: bool
    now: Annotated[bool, Typed("yes"), Among(_goes_on), Asked("stop", Message("Is the game to stop here?"))]

    button = Message("Stop the game early")
    rule: ClassVar[str]
    """The number of the rule about the end."""

    def _held(self, state: StateT) -> bool:
        return bool(getattr(state, "over"))  # noqa: B009 - every state has one

    def _set(self, state: StateT) -> StateT:
        if not self.now and self.was:
            raise IllegalMove(self.rule, Message("the game is over"), Message("undo the last move to go on"))
        return self._stopped(state) if self.now else state

    def _stopped(self, state: StateT) -> StateT:
        raise NotImplementedError

    def _sentence(self, _before: StateT, _names: Names) -> Message:
        return Message("the game stops here, with the score as it stands") if self.now else Message("the game goes on")


NOTHING = "-"
_WAS = "was"


@dataclass(frozen=True, slots=True)
class Corrections:
    """What one game can correct."""

    facts: Mapping[str, type[Any]]
    """The kinds of facts by name: dataclasses with the fields ``was`` and ``now``."""
    move: Callable[[tuple[Any, ...]], Any]
    """Returns the move of these facts."""
    readers: Mapping[Any, Callable[[str], Any]] = field(default_factory=dict)
    """Readers of a word as a value, for types that have a notation of their own."""
    kept: Callable[[Any], Any] = lambda fact: fact
    """Returns a typed fact that keeps of its old value what its words left out."""

    def pattern(self, name: str) -> str:
        """Return how a fact is written."""
        return f"{name} {fact_pattern(self.facts[name])}"


def fact_pattern(kind: type[Any]) -> str:
    """Return what is written after a fact's name: its fields, without the old value."""
    return " ".join(word for name, hint in _fields(kind) for word in _pattern(name, hint))


def read_fact(
    corrections: Corrections, words: Sequence[str], read_seat: Callable[[str], int], check: Callable[[Any], object]
) -> Any:
    """Return the fact that these words write; its old value is the game's.

    Args:
        corrections: The game's corrections.
        words: The fact's name and its fields.
        read_seat: Returns the seat of a word: a player's name or a number.
        check: Raises what the rules say against a fact.

    Raises:
        UnreadableDocument: The words are no fact of the game.
    """
    name, *rest = words or ("",)
    known = [one for one in corrections.facts if one.startswith(name.casefold()) and name]
    kind = corrections.facts.get(name.casefold()) or (corrections.facts[known[0]] if len(known) == 1 else None)
    if kind is None:
        raise UnreadableDocument(
            repr(" ".join(words)),
            Message("is nothing that can be corrected"),
            Message("choose from: {names}", {"names": ", ".join(corrections.facts)}),
        )
    reading = _Reading(corrections.readers, read_seat, list(rest))
    try:
        values = {field_name: reading.value(hint) for field_name, hint in _fields(kind)}
        if reading.left:
            raise ValueError(reading.left)
    except (ValueError, IndexError, CompanionError) as error:
        wrong = error.reason if isinstance(error, CompanionError) else Message("cannot be read")
        step = Message("type {pattern}", {"pattern": corrections.pattern(_name_of(corrections, kind))})
        raise UnreadableDocument(repr(" ".join(words)), wrong, step) from error
    fact = kind(**values, was=values["now"])
    try:
        check(fact)
    except StaleFact as stale:
        return corrections.kept(replace(fact, was=stale.held))
    except IllegalMove:  # the rules refuse it when the whole correction is made
        return fact
    return fact


def _name_of(corrections: Corrections, kind: type[Any]) -> str:
    return next(name for name, one in corrections.facts.items() if one is kind)


def _fields(kind: type[Any]) -> Iterator[tuple[str, Any]]:
    hints = get_type_hints(kind, include_extras=True)
    return ((one.name, hints[one.name]) for one in fields(kind) if one.name != _WAS)


def _pattern(name: str, hint: Any) -> list[str]:
    typed = next((mark.pattern for mark in get_args(hint)[1:] if isinstance(mark, Typed)), "")
    if typed:
        return [typed]
    parts = _fixed_parts(hint)
    if parts is None:
        return ["PLAYER" if _is_seat(hint) else name.upper()]
    return [f"{name.upper()}{number}" for number in range(1, len(parts) + 1)]


def _is_seat(hint: Any) -> bool:
    return get_origin(hint) is Annotated and Named("seat") in get_args(hint)[1:]


def _fixed_parts(hint: Any) -> tuple[Any, ...] | None:
    """Return the types of a tuple of fixed length, or None."""
    if get_origin(hint) is Annotated:
        return _fixed_parts(get_args(hint)[0])
    parts = get_args(hint)
    return parts if get_origin(hint) is tuple and ... not in parts else None


class _Reading:
    """Reads values from words, the first ones first."""

    def __init__(
        self, readers: Mapping[Any, Callable[[str], Any]], read_seat: Callable[[str], int], words: list[str]
    ) -> None:
        self._readers, self._read_seat, self.left = readers, read_seat, words

    def value(self, hint: Any) -> Any:
        """Return the value of this type from the next words; raise ``ValueError`` or ``CompanionError``."""
        parts = _fixed_parts(hint)
        if parts is not None:
            return tuple(self.value(part) for part in parts)
        return self._read(hint, self.left.pop(0))

    def _read(self, hint: Any, word: str) -> Any:  # noqa: PLR0911 - one line a kind of type
        if _is_seat(hint):
            return self._read_seat(word)
        if get_origin(hint) is Annotated:
            return self._read(get_args(hint)[0], word)
        if hint in self._readers:
            return self._readers[hint](word)
        if get_origin(hint) in (Union, UnionType):
            inner = next(one for one in get_args(hint) if one is not NoneType)
            return None if word == NOTHING else self._read(inner, word)
        if get_origin(hint) is tuple:
            return tuple(self._read(get_args(hint)[0], one) for one in ([] if word == NOTHING else word.split(",")))
        if hint is bool:
            return {"yes": True, "no": False}[word] if word in ("yes", "no") else _no_value(word)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return hint(word)
        if hint is int:
            number = word.removeprefix("@")
            return int(number) if number.lstrip("-").isdecimal() else self._read_seat(word)
        if hint is Card:
            return Card.parse(word.upper())
        parse = getattr(hint, "parse", None)
        return parse(word) if parse is not None else _no_value(word)


def _no_value(word: str) -> Any:
    raise ValueError(word)
