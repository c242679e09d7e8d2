"""What a game declares of its moves, and of the facts that can be corrected: domains and questions of their fields."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Generic, TypeVar, get_args, get_origin, get_type_hints

from companion.games.errors import IllegalMove, StaleFact
from companion.games.field_types import Kinds, Named
from companion.locale import Message
from companion.pieces import Card

MoveT_co = TypeVar("MoveT_co", covariant=True)


@dataclass(frozen=True, slots=True)
class LegalMove(Generic[MoveT_co]):
    """A legal move."""

    move: MoveT_co
    paid_otherwise: tuple[MoveT_co, ...] = ()
    """The same move with other amounts, if several are possible."""

    @property
    def every(self) -> tuple[MoveT_co, ...]:
        """The move with every amount."""
        return (self.move, *self.paid_otherwise)


StateT = TypeVar("StateT")
T = TypeVar("T")
Chosen = Mapping[str, Any]
"""The values of a move's earlier fields."""
NOTHING_CHOSEN: Chosen = MappingProxyType({})
Names = Sequence[str]


@dataclass(frozen=True, eq=False, slots=True)
class Among:
    """In ``Annotated``: the values that a field may have in a state, after those of the fields before it.

    The rules decide: of the moves with these values, those are legal that ``apply`` accepts.
    """

    values: Callable[[Any, Chosen], Iterable[Any]]


@dataclass(frozen=True, eq=False, slots=True)
class At:
    """In ``Annotated``: the spots of the table that a value is about in a state; a tap there answers with it."""

    spots: Callable[[Any, Any], Iterable[str]]


@dataclass(frozen=True, eq=False, slots=True)
class Asked:
    """In ``Annotated``: the question for a field."""

    name: str
    text: Message
    of: Callable[[Any], Any] = lambda value: value
    """Returns what is asked of the field's value."""
    label: Callable[[Any, Any, Names], Message] | None = None
    """Returns the label of an answer, from the state, the answer and the names; it follows from the type if left out.
    """


@dataclass(frozen=True, eq=False, slots=True)
class Paid:
    """In ``Annotated``: an amount. Moves that differ in it alone are one legal move with several amounts."""


class Move(Generic[StateT]):
    """A move: its fields say what players decide; a frozen dataclass with slots."""

    __slots__ = ()
    button: ClassVar[Message | None] = None
    """The label of the decision that selects one of the legal moves of its kind, if there is one."""
    optional: ClassVar[bool] = False
    """Whether play goes on without that decision, which then is anybody's."""

    def apply(self, state: StateT) -> StateT:
        """Return the state after it; pure. Raises :class:`~companion.games.errors.IllegalMove`."""
        raise NotImplementedError

    def _sentence(self, before: StateT, after: StateT, names: Names) -> Message:
        """Return the sentence about it; ``names`` are by seat, ``after`` is what :meth:`apply` returned."""
        raise NotImplementedError


class Fact(Generic[StateT]):
    """A fact that can be corrected: ``was`` is the game's value, ``now`` the table's."""

    __slots__ = ()
    button: ClassVar[Message]
    """The label of its decision."""
    swaps: ClassVar[bool] = False
    """Whether its decision gives the old value to the place that had the new one: two were entered crosswise."""

    def correct(self, state: StateT, rule: str) -> StateT:
        """Return the state with the new value.

        Raises:
            StaleFact: ``was`` is not the game's value; it names the rule.
            IllegalMove: The new value is impossible, or there is no such thing.
        """
        value = self._held(state)
        if self._same(getattr(self, "was")) != self._same(value):  # noqa: B009 - every fact has one
            raise StaleFact(rule, Message("the game went on meanwhile"), Message("check it, then correct it"), value)
        return self._set(state)

    def _held(self, state: StateT) -> Any:
        raise NotImplementedError

    def _set(self, state: StateT) -> StateT:
        raise NotImplementedError

    def _sentence(self, before: StateT, names: Names) -> Message:
        raise NotImplementedError

    def _same(self, value: Any) -> Any:
        """Return what two values have in common that are the same on the table."""
        return value


def describe(before: StateT, move: Move[StateT], after: StateT, names: Names) -> Message:
    """Return the sentence about a move; ``names`` are by seat, ``after`` is the state after it."""
    return move._sentence(before, after, names)


def describe_facts(before: StateT, facts: Iterable[Fact[StateT]], names: Names) -> list[Message]:
    """Return the sentences about corrected facts."""
    return [fact._sentence(before, names) for fact in facts]


def corrected(state: StateT, facts: Sequence[Fact[StateT]], rule: str) -> StateT:
    """Return the state with the new value of each fact, one at least."""
    if not facts:
        raise IllegalMove(rule, Message("name what is different on the table"))
    for fact in facts:
        state = fact.correct(state, rule)
    return state


def held(kind: Callable[..., Fact[Any]], state: Any, chosen: Chosen) -> Any:
    """Return the game's value of the fact with these fields; raise ``IllegalMove`` if there is none."""
    return kind(**{"now": 0, **chosen, "was": None})._held(state)


@dataclass(frozen=True, slots=True)
class Declared:
    """A field as it is declared."""

    name: str
    hint: Any
    marks: tuple[Any, ...]
    default: Any

    @property
    def seat(self) -> bool:
        """Whether its values are seats."""
        return Named("seat") in self.marks

    @property
    def asked(self) -> Asked | None:
        """Its question, if it is asked."""
        return next((mark for mark in self.marks if isinstance(mark, Asked)), None)

    @property
    def card(self) -> bool:
        """Whether its values are cards."""
        return self.hint in (Card, Card | None)

    @property
    def paid(self) -> bool:
        """Whether it is an amount."""
        return any(isinstance(mark, Paid) for mark in self.marks)

    @property
    def listed(self) -> bool:
        """Whether its values can be listed."""
        if self.seat or self.hint is bool or self.default is not MISSING:
            return True
        is_enum = isinstance(self.hint, type) and issubclass(self.hint, Enum)
        return is_enum or any(isinstance(mark, Among) for mark in self.marks)

    def domain(self, state: Any, chosen: Chosen) -> Iterable[Any] | None:
        """Return the values that it may have; None if they cannot be listed."""
        among = next((mark for mark in self.marks if isinstance(mark, Among)), None)
        if among is not None:
            return among.values(state, chosen)
        if self.hint is bool:
            return (True, False)
        if isinstance(self.hint, type) and issubclass(self.hint, Enum):
            return tuple(self.hint)
        if self.seat:
            return range(state.seats)
        return None if self.default is MISSING else (self.default,)


def _declared_fields(kind: type[Any]) -> tuple[Declared, ...]:
    # With the names of its modules as globals, functions in annotations find them when they are called.
    known = {
        name: value for base in reversed(kind.__mro__) for name, value in vars(sys.modules[base.__module__]).items()
    }
    hints = get_type_hints(kind, known, include_extras=True)
    found = []
    for one in fields(kind):
        hint, *marks = get_args(hints[one.name]) if get_origin(hints[one.name]) is Annotated else (hints[one.name],)
        found.append(Declared(one.name, hint, tuple(marks), one.default))
    return tuple(found)


declared_fields: Callable[[Any], tuple[Declared, ...]] = cache(_declared_fields)
"""Returns the fields of a move or a fact."""


def spots_of(state: Any, move: Any) -> tuple[str, ...]:
    """Return the spots of the table that a move is about."""
    marked = ((mark, one.name) for one in declared_fields(type(move)) for mark in one.marks if isinstance(mark, At))
    return tuple(dict.fromkeys(spot for mark, name in marked for spot in mark.spots(state, getattr(move, name))))


def possible(kind: type[Any], state: Any, seat: int | None = None) -> Iterator[Any]:
    """Yield the legal moves of a kind, of one seat if it is given; none if a field's values cannot be listed."""
    declared = declared_fields(kind)
    if not all(one.listed for one in declared):
        return
    for move in _made(kind, declared, state, {}, seat):
        try:
            move.apply(state)
        except IllegalMove:
            continue
        yield move


def _made(kind: type[Any], left: Sequence[Declared], state: Any, chosen: Chosen, seat: int | None) -> Iterator[Any]:
    if not left:
        yield kind(**chosen)
        return
    for value in left[0].domain(state, chosen) or ():
        if seat is None or left[0].name != "player" or value == seat:
            yield from _made(kind, left[1:], state, {**chosen, left[0].name: value}, seat)


def legal(kinds: Kinds, state: Any, seat: int) -> Iterator[LegalMove[Any]]:
    """Yield the legal moves of a seat whose values can be listed."""
    for kind in kinds.values():
        found: dict[tuple[Any, ...], list[Any]] = {}
        for move in possible(kind, state, seat):
            unpaid = tuple(getattr(move, one.name) for one in declared_fields(kind) if not one.paid)
            found.setdefault(unpaid, []).append(move)
        for first, *others in found.values():
            yield LegalMove(first, tuple(others))


def replaced_at(values: tuple[T, ...], place: int, one: T) -> tuple[T, ...]:
    """Return the values with another one at this place."""
    return (*values[:place], one, *values[place + 1 :])
