"""Readers of JSON documents, with errors that name the place: ``moves[3].payment: …``."""

from collections.abc import Callable, Container, Mapping
from enum import Enum
from typing import Any, TypeVar

from companion.errors import CompanionError, within
from companion.games.errors import UnreadableDocument
from companion.locale import Message

Json = dict[str, Any]
"""A JSON object."""

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


class Fields:
    """A JSON object being read: each field is taken once, and :meth:`done` refuses the rest.

    ``place`` is the object's place in its document. All readers raise :class:`UnreadableDocument` with the place of
    what is missing, unknown or of the wrong type.
    """

    def __init__(self, document: object, place: str) -> None:
        if type(document) is not dict and not isinstance(document, Mapping):
            raise UnreadableDocument(place, Message("must be an object, not {kind}", {"kind": json_type(document)}))
        self._left = dict(document)
        self._place = place

    def at(self, name: str) -> str:
        """Return the place of a field in the document."""
        return f"{self._place}.{name}" if self._place else name

    def has(self, name: str) -> bool:
        """Return whether the field is there and not yet taken."""
        return name in self._left

    def take(self, name: str, read: Callable[[object, str], T]) -> T:
        """Return the field, read by ``read(value, place)``."""
        if name not in self._left:
            raise UnreadableDocument(self.at(name), Message("missing"))
        return read(self._left.pop(name), f"{self._place}.{name}" if self._place else name)

    def take_or(self, name: str, read: Callable[[object, str], T], default: T) -> T:
        """Return the field like :meth:`take`, or ``default`` if it is left out."""
        return self.take(name, read) if name in self._left else default

    def take_all(self, readers: Mapping[str, Callable[[object, str], Any]], optional: Container[str]) -> dict[str, Any]:
        """Return the fields of these readers by name, without optional ones that are left out."""
        left, before = self._left, f"{self._place}." if self._place else ""
        taken = {}
        for name, read in readers.items():
            if name in left:
                taken[name] = read(left.pop(name), before + name)
            elif name not in optional:
                raise UnreadableDocument(before + name, Message("missing"))
        return taken

    def done(self) -> None:
        """Raise for the first field that nobody took."""
        for name in self._left:
            raise UnreadableDocument(self.at(str(name)), Message("unknown field"))


def json_type(value: object) -> str:
    """Return the name of a JSON value's type."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    kinds = {int: "a number", float: "a number", str: "a text", list: "a list", tuple: "a list", dict: "an object"}
    return kinds.get(type(value), type(value).__name__)


def read_integer(value: object, place: str) -> int:
    """Read a whole number."""
    if type(value) is not int:
        raise UnreadableDocument(place, Message("must be a whole number, and is {kind}", {"kind": json_type(value)}))
    return value


def read_text(value: object, place: str) -> str:
    """Read a text."""
    if not isinstance(value, str):
        raise UnreadableDocument(place, Message("must be a text, and is {kind}", {"kind": json_type(value)}))
    return value


def read_boolean(value: object, place: str) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise UnreadableDocument(place, Message("must be true or false, and is {kind}", {"kind": json_type(value)}))
    return value


def list_reader(read: Callable[[object, str], T]) -> Callable[[object, str], tuple[T, ...]]:
    """Return a reader of lists whose items ``read`` reads."""

    def read_list(value: object, place: str) -> tuple[T, ...]:
        if not isinstance(value, list | tuple):
            raise UnreadableDocument(place, Message("must be a list, and is {kind}", {"kind": json_type(value)}))
        return tuple(read(item, f"{place}[{index}]") for index, item in enumerate(value))

    return read_list


def optional_reader(read: Callable[[object, str], T]) -> Callable[[object, str], T | None]:
    """Return a reader that accepts null as well."""
    return lambda value, place: None if value is None else read(value, place)


def enum_reader(kind: type[E]) -> Callable[[object, str], E]:
    """Return a reader of an enumeration's values."""

    def read(value: object, place: str) -> E:
        try:
            return kind(value)
        except ValueError:
            allowed = ", ".join(str(member.value) for member in kind)
            raise UnreadableDocument(
                within(place, repr(value)),
                Message("unknown value"),
                Message("choose from: {allowed}", {"allowed": allowed}),
            ) from None

    return read


def text_reader(parse: Callable[[str], T]) -> Callable[[object, str], T]:
    """Return a reader of texts by ``parse``, whose errors get the place in the document."""

    def read(value: object, place: str) -> T:
        try:
            return parse(read_text(value, place))
        except UnreadableDocument:
            raise
        except CompanionError as error:
            raise UnreadableDocument(within(place, error.thing), error.reason, error.next_step) from error

    return read
