"""Sequences whose beginning is loaded when it is first used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Continued(Sequence[T]):
    """A sequence of which only the end is in memory until its beginning is used. Equal to a tuple of the same values.

    Args:
        length: the number of values in the beginning.
        load: returns the beginning, the same values each time; it may raise an error.
        rest: the values after the beginning.
    """

    __slots__ = ("_load", "loads", "rest")

    def __init__(self, length: int, load: Callable[[], Sequence[T]], rest: Sequence[T] = ()) -> None:
        self.loads, self._load = length, load
        """``loads`` is the length of the beginning."""
        self.rest = tuple(rest)

    def ending(self, rest: Sequence[T]) -> Continued[T]:
        """Return the same beginning with another end."""
        return Continued(self.loads, self._load, rest)

    def __len__(self) -> int:
        return self.loads + len(self.rest)

    def __iter__(self) -> Iterator[T]:
        yield from self._load()
        yield from self.rest

    def __reversed__(self) -> Iterator[T]:
        yield from reversed(self.rest)
        yield from reversed(self._load())

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        places = range(len(self))[index]
        return self._at(places) if isinstance(places, int) else tuple(map(self._at, places))

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Continued | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def _at(self, place: int) -> T:
        return self.rest[place - self.loads] if place >= self.loads else self._load()[place]


class Growing(Generic[T]):
    """A list that goes on from a sequence; it loads the sequence's beginning only if nothing else is left to pop."""

    __slots__ = ("_beginning", "_rest")

    def __init__(self, values: Sequence[T] = ()) -> None:
        self._beginning: Continued[T] | None = values if isinstance(values, Continued) else None
        self._rest: list[T] = list(values.rest if isinstance(values, Continued) else values)

    def __len__(self) -> int:
        return len(self._rest) + (0 if self._beginning is None else self._beginning.loads)

    def append(self, value: T) -> None:
        """Add a value at the end."""
        self._rest.append(value)

    def pop(self) -> T:
        """Remove and return the last value."""
        if not self._rest and self._beginning is not None:
            self._rest, self._beginning = list(self._beginning.ending(())), None
        return self._rest.pop()

    def values(self) -> Sequence[T]:
        """Return the values so far: a tuple, or a :class:`Continued`."""
        return tuple(self._rest) if self._beginning is None else self._beginning.ending(self._rest)
