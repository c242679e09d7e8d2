"""A page of a tool for which no game is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.locale import Message

if TYPE_CHECKING:
    from companion.web.pages.context import Context


@dataclass(frozen=True, slots=True)
class ToolPage:
    """Its path, its entry in the lobby, and what it shows and does."""

    path: str
    icon: str
    title: Message
    about: Message
    render: Callable[[Context], str]
    act: Callable[[Context], str]
    """Does what the page sends and returns the address to go to."""
