"""The pages of tools without a game."""

from companion.locale import Message
from companion.web.pages.magnate.tokens_page import TOKENS
from companion.web.pages.players_page import PLAYERS
from companion.web.pages.roll_page import render_roll, roll
from companion.web.pages.tool_page import ToolPage

TOOL_PAGES = (
    TOKENS,
    ToolPage("roll", "dice", Message("Dice only"), Message("What each roll brings"), render_roll, roll),
    PLAYERS,
)
