"""The pages of tools, for which no game is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.locale import Message
from companion.web.pages.context import Context
from companion.web.pages.magnate import tokens_page
from companion.web.pages.players_page import render_players
from companion.web.pages.roll_page import render_roll, roll


@dataclass(frozen=True, slots=True)
class ToolPage:
    """Its path, its entry in the lobby, and what it shows and does."""

    path: str
    icon: str
    title: Message
    about: Message
    render: Callable[[Context], str]
    """Returns the page below its heading."""
    act: Callable[[Context], str] | None = None
    """Does what the page sends and returns the address to go to; None if it sends nothing."""


TOOL_PAGES = (
    ToolPage(
        "tokens",
        "plus",
        Message("Tokens only"),
        Message("Counters for two to four players"),
        tokens_page.render_tokens_page,
        tokens_page.act,
    ),
    ToolPage("roll", "dice", Message("Dice only"), Message("What each roll brings"), render_roll, roll),
    ToolPage(
        "players", "more", Message("Players and dice"), Message("Games, wins and rolls of all evenings"), render_players
    ),
)
