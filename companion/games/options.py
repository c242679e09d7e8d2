"""What a field of a game's options declares beside its type: its rule, its label, and the values that forms offer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from companion.locale import Message

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
