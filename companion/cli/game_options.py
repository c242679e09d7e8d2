"""Options that games add to a command: a frozen dataclass of ``Annotated`` fields for each game."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any, TypeVar, get_type_hints

from companion.errors import CompanionError
from companion.locale import Message

T = TypeVar("T")
Command = Callable[..., int]


class NotItsOption(CompanionError):
    """An option that this game does not have."""


@dataclass(frozen=True, slots=True)
class NoOptions:
    """What a game adds that adds nothing."""


@dataclass(frozen=True, slots=True)
class Given:
    """What was given to a command for the options that games add to it, by name."""

    values: Mapping[str, Any]
    """Those that were left out are not among them."""

    def to(self, kind: type[T], game: str) -> T:
        """The options of one game. Raises :class:`NotItsOption` where another's was given."""
        own = {field.name for field in fields(kind)}  # type: ignore[arg-type]  # every such kind is a dataclass
        for name in self.values:
            if name not in own:
                raise NotItsOption(option(name), Message("is no option of {game}", {"game": game}))
        return kind(**self.values)


def option(name: str) -> str:
    """A field as it is written on the command line.

    >>> option("first_player")
    '--first-player'
    """
    return f"--{name.replace('_', '-')}"


def with_added(command: Command, added: Iterable[type]) -> Command:
    """The command with the options of all these kinds, which it takes together as ``given``."""
    more = {name: parameter for kind in added for name, parameter in _parameters(kind).items()}

    @wraps(command)
    def run(**values: Any) -> int:
        given = {name: values.pop(name) for name in more}
        told = {name: value for name, value in given.items() if value != more[name].default}
        return command(**values, given=Given(told))

    own = inspect.signature(command)
    hints = get_type_hints(command, include_extras=True)
    every = [each.replace(annotation=hints[name]) for name, each in own.parameters.items() if name != "given"]
    every += more.values()
    run.__annotations__ = {each.name: each.annotation for each in every} | {"return": int}
    run.__signature__ = own.replace(parameters=every, return_annotation=int)  # type: ignore[attr-defined]
    return run


def _parameters(kind: type) -> dict[str, inspect.Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.name: inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name]
        )
        for field in fields(kind)
    }
