"""Moves as lines of text, and back without loss, as the types of their fields say."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.errors import CompanionError
from companion.games.documents import Json
from companion.games.field_types import Flag, Kinds, Named, Typed
from companion.games.notation import read_text
from companion.locale import Message

MoveT = TypeVar("MoveT")
NONE = "-"
"""Stands for a value that is none, if the field has no default."""
_UNREAD = (CompanionError, ValueError, LookupError, RecursionError)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a line: its name in patterns, and how a value is written and read."""

    name: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


@dataclass(frozen=True, slots=True)
class _Part:
    """Some words of a line; ``read`` returns the value and the words behind it."""

    pattern: str
    write: Callable[[Any], list[str]]
    read: Callable[[Sequence[str]], tuple[Any, Sequence[str]]]


class MoveLines(Generic[MoveT]):
    """The moves of a game as lines: the seat if a move has a player, its name, then its fields.

    Args:
        kinds: The kinds of moves by name. One with ``facts`` is written in JSON.
        words: How values are written: by type, by the name of :class:`~companion.games.field_types.Named` values, or by
            the pattern of :class:`~companion.games.field_types.Typed` ones. Numbers, texts and enumerations need none.
        to_json: Writes a move as JSON.
        from_json: Reads it.
    """

    def __init__(
        self,
        kinds: Kinds,
        words: Mapping[Any, Word],
        to_json: Callable[[MoveT], Json],
        from_json: Callable[[object, str], MoveT],
    ) -> None:
        self._kinds, self._words, self._to_json, self._from_json = kinds, words, to_json, from_json
        self._names = {kind: name for name, kind in kinds.items()}
        self._parts = {name: self._record(kind, "player") for name, kind in kinds.items() if not _has(kind, "facts")}
        self.patterns = {name: self._parts[name].pattern if name in self._parts else "FACT …" for name in kinds}
        """What is written after a move's name: capitals for values, brackets around what may be left out."""

    def write(self, move: MoveT) -> str:
        """Return a move as a line."""
        name = self._names[type(move)]
        if name not in self._parts:
            document = self._to_json(move)
            return f"{name} {json.dumps(document['facts'] if set(document) == {'type', 'facts'} else document)}"
        seat = [str(getattr(move, "player"))] if _has(type(move), "player") else []  # noqa: B009 - not every move has one
        return " ".join((*seat, name, *self._parts[name].write(move)))

    def read(self, line: str) -> MoveT:
        """Read the text that :meth:`write` returns, or a move in JSON."""
        step = Message("write the seat if the move has one, its name, then what it needs")
        return read_text(self._read, line, Message("is not a move"), step)

    def _read(self, line: str) -> MoveT:
        if line.lstrip().startswith("{"):
            return self._from_json(json.loads(line), "")
        name, _, rest = line.strip().partition(" ")
        seat = None if name in self._kinds else int(name)
        if seat is not None:
            name, _, rest = rest.strip().partition(" ")
        if name not in self._parts:
            document = json.loads(rest)
            return self._from_json(document if isinstance(document, dict) else {"type": name, "facts": document}, "")
        kind = self._kinds[name]
        if _has(kind, "player") is (seat is None):
            raise ValueError(line)
        values, left = self._parts[name].read(rest.split())
        if left:
            raise ValueError(left)
        move: MoveT = kind(**values) if seat is None else kind(player=seat, **values)
        return move

    def _record(self, kind: type[Any], *without: str) -> _Part:
        """Return the fields of a dataclass, read as values by name."""
        hints = get_type_hints(kind, include_extras=True)
        parts = {one.name: self._field(one, hints[one.name]) for one in fields(kind) if one.name not in without}

        def read(words: Sequence[str]) -> tuple[dict[str, Any], Sequence[str]]:
            values = {}
            for name, part in parts.items():
                values[name], words = part.read(words)
            return values, words

        return _Part(
            " ".join(part.pattern for part in parts.values()),
            lambda value: [word for name, part in parts.items() for word in part.write(getattr(value, name))],
            read,
        )

    def _field(self, field: Field[Any], hint: Any) -> _Part:
        marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        flag = next((mark for mark in marks if isinstance(mark, Flag)), None)
        if flag is not None:
            return _flag(flag)
        typed = next((mark for mark in marks if isinstance(mark, Typed)), Typed())
        part = self._of(field.name, hint, typed, none=field.default is not None)
        if typed.after:
            part = _behind(typed.after, part)
        return part if field.default is MISSING else _optional(part, field.default)

    def _of(self, name: str, hint: Any, typed: Typed = Typed(), *, none: bool = True) -> _Part:  # noqa: B008 - frozen
        """Return the words of a type; ``name`` is its field's, ``none`` whether a word stands for no value."""
        if get_origin(hint) in (Union, UnionType):
            inner = self._of(name, next(one for one in get_args(hint) if one is not NoneType), typed)
            return _or_none(inner) if none else inner
        more: Sequence[Any] = ()
        if get_origin(hint) is Annotated:
            hint, *more = get_args(hint)
            typed = next((mark for mark in more if isinstance(mark, Typed)), typed)
            if get_origin(hint) in (Union, UnionType):
                return self._of(name, hint, typed, none=none)
        marks = (typed.pattern, *(mark.name for mark in more if isinstance(mark, Named)))
        known = next((self._words[one] for one in (*marks, hint) if one in self._words), None)
        part = _one(known) if known is not None else self._derived(name.upper(), hint)
        return _Part(typed.pattern or part.pattern, part.write, part.read)

    def _derived(self, name: str, hint: Any) -> _Part:
        origin, args = get_origin(hint), get_args(hint)
        if origin is tuple and args[-1] is Ellipsis:
            return _many(self._item(name, args[0]))
        if origin is tuple:
            return _row([self._item(name, one) for one in args])
        if isinstance(hint, type) and issubclass(hint, Enum):
            return _one(Word(hint.__name__.upper(), hint, lambda one: str(one.value)))
        if is_dataclass(hint) and isinstance(hint, type):
            return _made(hint, self._record(hint))
        return _one(Word(name, {int: int, str: str}[hint]))

    def _item(self, name: str, hint: Any) -> _Part:
        """Return one word of a list: the fields of a dataclass with colons between them."""
        part = self._of(name, hint)
        if not is_dataclass(hint) or hint in self._words:
            return part

        def read(words: Sequence[str]) -> tuple[Any, Sequence[str]]:
            value, left = part.read(words[0].split(":"))
            if left:
                raise ValueError(words[0])
            return value, words[1:]

        return _Part(part.pattern.replace(" ", ":"), lambda value: [":".join(part.write(value))], read)


def _has(kind: type[Any], name: str) -> bool:
    return name in kind.__dataclass_fields__


def _one(word: Word) -> _Part:
    return _Part(word.name, lambda value: [word.write(value)], lambda words: (word.read(words[0]), words[1:]))


def _or_none(part: _Part) -> _Part:
    return _Part(
        f"{part.pattern}|{NONE}",
        lambda value: [NONE] if value is None else part.write(value),
        lambda words: (None, words[1:]) if words[0] == NONE else part.read(words),
    )


def _made(kind: type[Any], part: _Part) -> _Part:
    def read(words: Sequence[str]) -> tuple[Any, Sequence[str]]:
        values, left = part.read(words)
        return kind(**values), left

    return _Part(part.pattern, part.write, read)


def _row(parts: Sequence[_Part]) -> _Part:
    def read(words: Sequence[str]) -> tuple[Any, Sequence[str]]:
        found = []
        for part in parts:
            value, words = part.read(words)
            found.append(value)
        return tuple(found), words

    def write(values: Any) -> list[str]:
        return [word for part, value in zip(parts, values, strict=True) for word in part.write(value)]

    return _Part(" ".join(part.pattern for part in parts), write, read)


def _many(part: _Part) -> _Part:
    def read(words: Sequence[str]) -> tuple[Any, Sequence[str]]:
        found = []
        while words:
            try:
                value, words = part.read(words)
            except _UNREAD:
                break
            found.append(value)
        return tuple(found), words

    return _Part(f"{part.pattern} …", lambda values: [word for one in values for word in part.write(one)], read)


def _flag(flag: Flag) -> _Part:
    return _Part(
        f"[{flag.word}]",
        lambda value: [flag.word] if value is flag.value else [],
        lambda words: (flag.value, words[1:]) if words[:1] == [flag.word] else (not flag.value, words),
    )


def _behind(word: str, part: _Part) -> _Part:
    def read(words: Sequence[str]) -> tuple[Any, Sequence[str]]:
        if words[0] != word:
            raise ValueError(words)
        return part.read(words[1:])

    return _Part(f"{word} {part.pattern}", lambda value: [word, *part.write(value)], read)


def _optional(part: _Part, usual: Any) -> _Part:
    def read(words: Sequence[str]) -> tuple[Any, Sequence[str]]:
        try:
            return part.read(words)
        except _UNREAD:
            return usual, words

    pattern = part.pattern if part.pattern.startswith("[") else f"[{part.pattern}]"
    return _Part(pattern, lambda value: [] if value is None or value == () else part.write(value), read)
