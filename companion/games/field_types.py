"""Types of fields in documents, what fields of options declare, and their values as JSON.

Neither ``msgspec`` nor ``cattrs`` serves here. The first reports errors in English only, accepts unknown fields of a
dataclass, and is compiled for each machine. The second accepts ``"1"`` as a number and a text as a list; nearly all of
its converters would have to be replaced for errors with a place, in two languages.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from companion.errors import within
from companion.games.documents import (
    Fields,
    enum_reader,
    list_reader,
    optional_reader,
    read_boolean,
    read_integer,
    read_text,
)
from companion.games.errors import UnreadableDocument
from companion.locale import Message, Wording

YES_NO: Mapping[Any, Message] = {False: Message("no"), True: Message("yes")}
_OPTION = "option"


@dataclass(frozen=True, slots=True)
class Option:
    """What is known of an option: :func:`option` declares it."""

    rule: str
    """The number of the rule that it changes."""
    label: Message | None
    values: Mapping[Any, Message]
    """The values that any table may choose, with their names; empty if forms do not ask for it."""


def option(
    default: object, rule: str, label: Message | None = None, values: Mapping[Any, Message] | None = None
) -> Any:
    """Return a dataclass field that is an option.

    Args:
        default: Its value in standard games, and in records that lack it.
        rule: The number of the rule that it changes.
        label: Its label; None for its name in documents.
        values: The values that any table may choose, with their names; none for an option that only presets set.
    """
    return field(default=default, metadata={_OPTION: Option(rule, label, values or {})})


def declared(options: type[Any]) -> dict[str, Option]:
    """Return the options that a class declares, by name, in its order."""
    return {one.name: one.metadata[_OPTION] for one in fields(options) if _OPTION in one.metadata}


def labels_of(options: type[Any]) -> dict[str, Message]:
    """Return the labels of a class's options by name."""
    return {name: one.label for name, one in declared(options).items() if one.label is not None}


@dataclass(frozen=True, slots=True)
class Named:
    """In ``Annotated``: the value has a definition of this name in the record format, such as ``card``."""

    name: str


@dataclass(frozen=True, slots=True)
class Bounds:
    """In ``Annotated``: the bounds of a number, or of a list's length, both included."""

    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """In ``Annotated``: the only values that there are, as JSON has them."""

    values: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Typed:
    """In ``Annotated``: how a value is typed."""

    pattern: str = ""
    """Its words in patterns, in capitals; they follow from the type and the field's name if left out."""
    after: str = ""
    """A word before it, such as ``from``."""


@dataclass(frozen=True, slots=True)
class Flag:
    """In ``Annotated``: a truth value is typed as a word, or the word is left out."""

    word: str
    value: bool = True
    """What the word means."""


Seat = Annotated[int, Named("seat")]
Count = Annotated[int, Named("count")]
Positive = Annotated[int, Named("positive")]
D10 = Annotated[int, Named("d10")]
D6 = Annotated[int, Named("d6")]


Reader = Callable[[object, str], Any]
Kinds = Mapping[str, type[Any]]
"""Dataclasses by the ``type`` of their documents."""


_PLAIN = frozenset({type(None), bool, int, float, str})
"""Types that are JSON already."""


class Readers:
    """Readers of JSON values by type.

    ``known`` are readers of types with a notation of their own, and of unions. All others follow from the type:
    numbers, texts, enumerations, lists, optional values, and dataclasses as objects of their fields. Fields with a
    default may be left out.
    """

    def __init__(self, known: Mapping[Any, Reader]) -> None:
        self._known: dict[Any, Reader] = {int: read_integer, str: read_text, bool: read_boolean, **known}

    def of(self, kind: Any) -> Reader:
        """Return the reader of this type's values; raise ``TypeError`` if the type does not determine one."""
        if kind not in self._known:
            self._known[kind] = self._derived(kind)
        return self._known[kind]

    def fields(self, kind: type[Any]) -> dict[str, Reader]:
        """Return the readers of a dataclass's fields by name, in their order, within their bounds."""
        hints = get_type_hints(kind, include_extras=True)
        return {field.name: self.of(hints[field.name]) for field in fields(kind)}

    def tagged(self, kinds: Kinds) -> Reader:
        """Return a reader of objects whose ``type`` names one of these kinds.

        Bounds of their fields are left to the rules, which refuse a move with their number.
        """
        readers = {name: self._record(kind, self._unbounded(kind)) for name, kind in kinds.items()}

        def read(value: object, place: str) -> Any:
            found = Fields(value, place)
            name = found.take("type", read_text)
            if name not in readers:
                raise UnreadableDocument(
                    within(found.at("type"), repr(name)),
                    Message("unknown value"),
                    Message("choose from: {allowed}", {"allowed": ", ".join(readers)}),
                )
            return readers[name](found)

        return read

    def _derived(self, kind: Any) -> Reader:
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            bounds = next((one for one in args[1:] if isinstance(one, Bounds)), None)
            return self.of(args[0]) if bounds is None else _bounded(self.of(args[0]), bounds)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return enum_reader(kind)
        if isinstance(kind, type) and is_dataclass(kind):
            read = self._record(kind, self.fields(kind))
            return lambda value, place: read(Fields(value, place))
        if origin in (Union, UnionType) and len(args) == 2 and args[1] is type(None):
            return optional_reader(self.of(args[0]))
        if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
            return list_reader(self.of(args[0]))
        if origin is tuple and args:
            return _fixed_reader([self.of(one) for one in args])
        raise TypeError(f"how {kind} is read does not follow from the type")

    def _unbounded(self, kind: type[Any]) -> dict[str, Reader]:
        hints = get_type_hints(kind)
        return {field.name: self.of(hints[field.name]) for field in fields(kind)}

    def _record(self, kind: type[Any], readers: Mapping[str, Reader]) -> Callable[[Fields], Any]:
        usual = {field.name for field in fields(kind) if field.default is not MISSING}

        def read(found: Fields) -> Any:
            value = kind(**found.take_all(readers, usual))
            found.done()
            return value

        return read


def _bounded(read: Reader, bounds: Bounds) -> Reader:
    """Return a reader of numbers, or of lists of a length, within bounds."""

    def read_within(value: object, place: str) -> Any:
        found = read(value, place)
        n = len(found) if isinstance(found, tuple) else found
        values: Wording = {"n": n, "least": bounds.least or 0, "most": bounds.most or 0}
        if bounds.least is not None and n < bounds.least:
            raise UnreadableDocument(place, Message("{n}, but at least {least}", values))
        if bounds.most is not None and n > bounds.most:
            raise UnreadableDocument(place, Message("{n}, but at most {most}", values))
        return found

    return read_within


def _fixed_reader(readers: Sequence[Reader]) -> Reader:
    """Return a reader of lists with one value for each reader."""

    def read(value: object, place: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(readers):
            raise UnreadableDocument(place, Message("must be a list of {n} values", {"n": len(readers)}))
        return tuple(one(item, f"{place}[{n}]") for n, (one, item) in enumerate(zip(readers, value, strict=True)))

    return read


class Writers:
    """Writers of values as JSON: a dataclass as an object of its fields, with its ``type`` if it is of a named kind.

    ``known`` writes values with a notation of their own.
    """

    def __init__(self, known: Mapping[type[Any], Callable[[Any], Any]], *kinds: Kinds) -> None:
        self._known = known
        self._names = {kind: name for named in kinds for name, kind in named.items()}

    def __call__(self, value: Any) -> Any:
        """Return the value as JSON."""
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind in self._known:
            return self._known[kind](value)
        if isinstance(value, int | float | str):
            return value
        if isinstance(value, Enum):
            return value.value
        if isinstance(value, tuple):
            return [self(item) for item in value]
        written = {"type": self._names[kind]} if kind in self._names else {}
        for name in _written_fields(kind):
            written[name] = self(getattr(value, name))
        return written


_written_fields: Callable[[Any], tuple[str, ...]] = cache(lambda kind: tuple(field.name for field in fields(kind)))
