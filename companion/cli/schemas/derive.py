"""A JSON Schema from the types that a document is made of: dataclasses, enumerations, ``TypedDict`` shapes.

What a class and its fields say of themselves in the source becomes their description. Objects are open: a later program
may print more.
"""

from __future__ import annotations

import ast
import copy
import inspect
import itertools
import re
import textwrap
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from dataclasses import fields as fields_of
from datetime import date, datetime
from enum import Enum
from typing import Annotated, Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints

from companion.games.documents import Json
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens
from companion.pieces.piecepack import Tile


@dataclass(frozen=True, slots=True)
class Named:
    """In ``Annotated``: the value is one that the record format defines under this name, ``card`` say."""

    name: str


@dataclass(frozen=True)
class FieldsOf:
    """In ``Annotated``: the object has the fields of all these types, a later one's before an earlier's."""

    of: tuple[type, ...]
    without: tuple[str, ...] = ()


Code = Annotated[str, Named("card")]
Letter = Annotated[str, Named("suit")]
Counts = Annotated[dict[str, int], Named("tokens")]

_PLAIN: Mapping[object, Json] = {
    str: {"type": "string"},
    Message: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    datetime: {"type": "string", "format": "date-time"},
    date: {"type": "string", "format": "date"},
}
_NAMED: Mapping[object, str] = {Card: "card", Suit: "suit", Tokens: "tokens", Tile: "tile"}


class Derived:
    """The definitions that a schema's parts refer to, gathered while they are derived."""

    def __init__(self, known: Mapping[str, Json]) -> None:
        self._known = known
        """What :class:`Named` values are, as another schema's definitions."""
        self.definitions: dict[str, Json] = {}

    def of(self, kind: Any) -> Json:
        """The schema of a type's values in JSON; ``TypeError`` for a type that JSON has nothing for."""
        if kind is Any:
            return {}
        if kind in _PLAIN:
            return dict(_PLAIN[kind])
        if kind in _NAMED:
            return self._named(_NAMED[kind])
        if isinstance(kind, type) and issubclass(kind, Enum):
            return {"enum": [member.value for member in kind]}
        if is_dataclass(kind) or _is_shape(kind):
            return self._defined(kind.__name__, FieldsOf((kind,)))
        return self._composed(kind, get_origin(kind), get_args(kind))

    def _composed(self, kind: Any, origin: Any, args: tuple[Any, ...]) -> Json:
        if origin is Annotated:
            return self._annotated(args[0], args[1:])
        if origin is Literal:
            return {"enum": list(args)} if len(args) > 1 else {"const": args[0]}
        if origin in (Union, types.UnionType):
            return _either([self.of(one) for one in args])
        if origin is tuple and args[-1] is not Ellipsis:
            items = [self.of(one) for one in args]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        if origin in (list, tuple, Sequence):
            return {"type": "array", "items": self.of(args[0])}
        if origin in (dict, Mapping):
            return {"type": "object", "additionalProperties": self.of(args[1])}
        raise TypeError(f"JSON has nothing for {kind}")

    def _annotated(self, kind: Any, marks: tuple[Any, ...]) -> Json:
        for mark in marks:
            if isinstance(mark, Named):
                return self._named(mark.name)
            if isinstance(mark, FieldsOf):
                return self._defined(mark.of[0].__name__, mark)
        return self.of(kind)

    def _named(self, name: str) -> Json:
        if name not in self.definitions:
            self.definitions[name] = copy.deepcopy(self._known[name])
            for wanted in _referred(self._known[name]):
                self._named(wanted)
        return {"$ref": f"#/$defs/{name}"}

    def _defined(self, name: str, made: FieldsOf) -> Json:
        if name not in self.definitions:
            self.definitions[name] = {}  # named before it is derived, or a type within itself would go round
            self.definitions[name] = self.object_of(made)
        return {"$ref": f"#/$defs/{name}"}

    def object_of(self, made: FieldsOf) -> Json:
        """The fields of some types as one object."""
        fields: dict[str, tuple[Any, bool, str]] = {}
        for kind in made.of:
            said = _said_of_fields(kind)
            fields |= {name: (field, needed, said.get(name, "")) for name, field, needed in _fields(kind)}
        for name in made.without:
            del fields[name]
        said_of_it = _plain_words((ast.get_docstring(_class_body(made.of[0])) or "").split("\n\n")[0])
        return {
            **({"description": said_of_it} if said_of_it else {}),
            "type": "object",
            "required": [name for name, (_, needed, _) in fields.items() if needed],
            "properties": {
                name: ({"description": said} if said else {}) | self.of(field)
                for name, (field, _, said) in fields.items()
            },
        }


def _is_shape(kind: Any) -> bool:
    return isinstance(kind, type) and hasattr(kind, "__required_keys__")


def _fields(kind: type) -> Iterator[tuple[str, Any, bool]]:
    """Each field with its type, and whether it is always there."""
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in fields_of(kind)] if is_dataclass(kind) else list(hints)
    always = getattr(kind, "__required_keys__", names)
    for name in names:
        hint = hints[name]
        needed = name in always and get_origin(hint) is not NotRequired
        if get_origin(hint) in (NotRequired, Required):
            hint = get_args(hint)[0]
        yield name, hint, needed


def _either(these: list[Json]) -> Json:
    """Any of these: several bare types in one word each."""
    these = [one for place, one in enumerate(these) if one not in these[:place]]
    if len(these) == 1:
        return these[0]
    if all(set(one) == {"type"} for one in these):
        return {"type": [one["type"] for one in these]}
    return {"anyOf": these}


def _referred(schema: Any) -> Iterator[str]:
    """The definitions that a schema refers to."""
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield str(schema["$ref"]).removeprefix("#/$defs/")
        for part in schema.values():
            yield from _referred(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _referred(part)


def _class_body(kind: type) -> ast.ClassDef:
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    if not isinstance(body, ast.ClassDef):
        raise TypeError(f"{kind} is no class in its source")
    return body


def _said_of_fields(kind: type) -> dict[str, str]:
    """The texts behind the fields of a class in its source."""
    said: dict[str, str] = {}
    body = _class_body(kind).body
    for field, text in itertools.pairwise(body):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                said[name] = _plain_words(inspect.cleandoc(words))
    return said


def _plain_words(words: str) -> str:
    """Documentation without its marks, in one line."""
    without_roles = re.sub(r":\w+:`~?(?:[\w.]*\.)?(\w+)`", r"\1", words)
    return " ".join(without_roles.replace("``", "`").split())
