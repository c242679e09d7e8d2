"""The tools of Magnate that need no game: counters of tokens, and a roll."""

from __future__ import annotations

from companion.locale import Message
from companion.web.pages.magnate import roll_page, tokens_page
from companion.web.pages.tool_page import ToolPage

MAGNATE_TOOLS = (
    ToolPage(
        "tokens",
        "plus",
        Message("Tokens only"),
        Message("Counters for two to four players"),
        tokens_page.render_tokens_page,
        tokens_page.act,
    ),
    ToolPage(
        "roll",
        "dice",
        Message("Dice only"),
        Message("Tax and income of each roll"),
        roll_page.render_roll,
        roll_page.roll,
    ),
)
