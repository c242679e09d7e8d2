"""JSON Schemas derived from the types of documents: dataclasses, enumerations, ``TypedDict`` shapes.

The docstrings of classes and of their fields become descriptions. Objects are open, as a later program may print more.
"""

import ast
import copy
import inspect
import itertools
import re
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from dataclasses import fields as fields_of
from datetime import date, datetime
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints

from companion.games.documents import Json
from companion.games.field_types import Bounds, Choices, Named
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens
from companion.pieces.piecepack import Tile


@dataclass(frozen=True)
class FieldsOf:
    """In ``Annotated``: an object with the fields of all these types; a later type's fields override an earlier's."""

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


class SchemaBuilder:
    """Derives schemas of types, and collects the definitions to which they refer.

    ``known`` are the definitions of :class:`~companion.games.field_types.Named` values.
    """

    def __init__(self, known: Mapping[str, Json]) -> None:
        self._known = known
        self.definitions: dict[str, Json] = {}

    def of(self, kind: Any) -> Json:
        """Return the schema of a type's values; raise ``TypeError`` for a type without a form in JSON."""
        if kind is Any:
            return {}
        if kind in _PLAIN:
            return dict(_PLAIN[kind])
        if kind in _NAMED:
            return self._named(_NAMED[kind])
        if isinstance(kind, type) and issubclass(kind, Enum):
            return {"enum": [member.value for member in kind]}
        if is_dataclass(kind) or _is_shape(kind):
            return self._defined(FieldsOf((kind,)))
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
            match mark:
                case Named(name):
                    return self._named(name)
                case FieldsOf():
                    return self._defined(mark)
                case Choices(values):
                    return {"enum": list(values)}
                case Bounds():
                    return {**self.of(kind), **_bounds(mark, self.of(kind)["type"])}
        return self.of(kind)

    def _named(self, name: str) -> Json:
        if name not in self.definitions:
            self.definitions[name] = copy.deepcopy(self._known[name])
            for wanted in _referred(self._known[name]):
                self._named(wanted)
        return {"$ref": f"#/$defs/{name}"}

    def _defined(self, made: FieldsOf) -> Json:
        name = self.name_of(made.of[0])
        if name not in self.definitions:
            self.definitions[name] = {}  # a placeholder for types that contain themselves
            self.definitions[name] = self.object_of(made)
        return {"$ref": f"#/$defs/{name}"}

    def name_of(self, kind: type) -> str:
        """Return the name of a type's definition."""
        return kind.__name__

    def object_of(self, made: FieldsOf) -> Json:
        """Return the schema of one object with the fields of these types."""
        fields: dict[str, tuple[Any, bool, str]] = {}
        for kind in made.of:
            texts = _field_docstrings(kind)
            for name, field, needed in _fields(kind):
                before = fields[name][2] if name in fields else ""
                fields[name] = field, needed, texts.get(name) or before
        for name in made.without:
            del fields[name]
        return {
            **_described(_class_docstring(made.of[0])),
            "type": "object",
            "required": [name for name, (_, needed, _) in fields.items() if needed],
            "properties": {name: _described(text) | self.of(field) for name, (field, _, text) in fields.items()},
        }


def _described(text: str) -> Json:
    return {"description": text} if text else {}


def _bounds(bounds: Bounds, kind: str) -> Json:
    least, most = ("minItems", "maxItems") if kind == "array" else ("minimum", "maximum")
    return {name: limit for name, limit in ((least, bounds.least), (most, bounds.most)) if limit is not None}


def _is_shape(kind: Any) -> bool:
    return isinstance(kind, type) and hasattr(kind, "__required_keys__")


def _fields(kind: type) -> Iterator[tuple[str, Any, bool]]:
    """Yield each field with its type, and whether it is always there."""
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
    """Return the schema of any of these; several bare types become one list."""
    these = [one for place, one in enumerate(these) if one not in these[:place]]
    if len(these) == 1:
        return these[0]
    if all(set(one) == {"type"} for one in these):
        return {"type": [one["type"] for one in these]}
    return {"anyOf": these}


def _referred(schema: Any) -> Iterator[str]:
    """Yield the names of the definitions to which a schema refers."""
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield str(schema["$ref"]).removeprefix("#/$defs/")
        for part in schema.values():
            yield from _referred(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _referred(part)


@cache
def _classes(module: str) -> Mapping[str, ast.ClassDef]:
    """Return the classes of a module's source by name; none if only its compiled form is installed."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except OSError:
        return {}
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _class_docstring(kind: type) -> str:
    source = _classes(kind.__module__).get(kind.__name__)
    return "" if source is None else _plain_words((ast.get_docstring(source) or "").split("\n\n")[0])


def _field_docstrings(kind: type) -> dict[str, str]:
    """Return the docstrings after the fields of a class."""
    texts: dict[str, str] = {}
    source = _classes(kind.__module__).get(kind.__name__)
    for field, text in itertools.pairwise(source.body if source is not None else ()):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                texts[name] = _plain_words(inspect.cleandoc(words))
    return texts


def _plain_words(words: str) -> str:
    """Return documentation without markup, in one line."""
    without_roles = re.sub(r":\w+:`~?(?:[\w.]*\.)?(\w+)`", r"\1", words)
    return " ".join(re.sub(r"\bNone\b", "null", without_roles).replace("``", "`").split())
