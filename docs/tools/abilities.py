"""``python -m docs.tools.abilities``: writes the page of abilities, and where each front end has them."""

from dataclasses import dataclass

from companion.files import write
from docs.tools.site_pages import ROOT

PAGE = ROOT / "docs" / "abilities.md"
FRONT_ENDS = ("tablet", "page", "browser edition", "terminal")


@dataclass(frozen=True, slots=True)
class Gap:
    """A front end without an ability, because a library cannot run there."""

    about: str
    """What the library does."""


@dataclass(frozen=True, slots=True)
class Ability:
    """What a player can do, and where: a screen or sheet of the app, a path of the pages, a command."""

    name: str
    tablet: str | Gap
    page: str | Gap
    edition: str | Gap
    terminal: str | Gap


NO_ONNX = Gap("ONNX Runtime reads the pictures")
NO_SERVER = Gap("uvicorn serves other devices")
NO_PORT = Gap("pyserial opens the port")
NO_BLUETOOTH = Gap("bleak talks to the dice")
NO_PRINTER = Gap("reportlab draws the sheets")

ABILITIES = (
    Ability("Begin a game of every variant, with house rules", "new_game", "/new", "/new", "new"),
    Ability("Make every move, and see what is possible", "any_game", "/seat/0", "/seat/0", "play"),
    Ability("Undo, redo, and see earlier turns", "history", "/history", "/history", "undo"),
    Ability("Correct everything that lies on the table", "any_game", "/table", "/table", "correct"),
    Ability("Stop early, with the score as it stands", "any_game", "/table", "/table", "correct"),
    Ability("See what changed a number, and its rule", "any_game", "/table", "/table", "play"),
    Ability("See what may come", "any_game", "/seat/0?show=forecast", "/seat/0?show=forecast", "foresee"),
    Ability("Read the rules in force", "rules", "/rules", "/rules", "rules"),
    Ability("Follow the game on a chart", "plot", "/curves", "/curves", "show --plot"),
    Ability("Pack up, and set up again", "list", "/put-away", "/put-away", "show --put-away"),
    Ability("Rename the players of a game", "games", "/names", "/names", "rename"),
    Ability("Delete a saved game", "games", "/saved", "/data", "delete"),
    Ability("Keep backups of all games, and restore one", "copies", "/saved", "/data", "backup"),
    Ability("See the players' figures", "players", "/players", "/players", "club"),
    Ability("Take a game to another device", "end", "/record", "/data", "export"),
    Ability("Show a scoreboard on a TV", "web_page", "/tv", "/tv", "web"),
    Ability("Let every player use an own phone", "web_page", "/game", NO_SERVER, "web"),
    Ability("Answer in secret on a shared device", "covered", "/table?alone=1", "/table?alone=1", "play"),
    Ability("Roll the companion's dice", "decision", "/roll", "/roll", "roll"),
    Ability("Test whether dice are fair", "roller", "/players", "/players", "roller stats"),
    Ability("Count only the tokens of a game", "tokens_only", "/tokens", "/tokens", "tokens"),
    Ability("Score a photo", "score_table", "/photo", NO_ONNX, "score"),
    Ability("Make a game of a photo", "score_table", "/photo", NO_ONNX, "score --save"),
    Ability("Follow the table with a camera", "camera", "/camera", NO_ONNX, "watch"),
    Ability("Check the whole table with a camera", "differences", "/table", NO_ONNX, "watch --answers"),
    Ability("Use a phone as the camera", "web_page", "/camera", NO_SERVER, "web --camera"),
    Ability("Teach the camera a set of dice", "meet_dice", "/dice", NO_ONNX, "dice teach"),
    Ability("Teach the camera a deck", "teach_deck", "/deck", NO_ONNX, "deck teach"),
    Ability("Roll with the dice roller", "roller", "/roller", NO_PORT, "roll --source"),
    Ability("Roll with Bluetooth dice", "dice", "/roller", NO_BLUETOOTH, "roll --source"),
    Ability("Print the deck and the mats", "deck", "/deck", NO_PRINTER, "print deck"),
)
"""Every ability; a new one is added with the change that makes it."""


def format_page() -> str:
    """Return the page as Markdown."""
    rows = [
        f"| {one.name} | {' | '.join(map(_cell, (one.tablet, one.page, one.edition, one.terminal)))} |"
        for one in ABILITIES
    ]
    return f"""# What each front end can do

This page is generated from `docs/tools/abilities.py` by `python -m docs.tools.abilities`.
A name is a screen or sheet of the app, a path of the pages, or a command. A front end lacks an ability only if a named
library cannot run there.

| ability | {" | ".join(FRONT_ENDS)} |
|---|---|---|---|---|
{chr(10).join(rows)}
"""


def _cell(place: str | Gap) -> str:
    return f"– {place.about} (a library cannot run there)" if isinstance(place, Gap) else f"`{place}`"


if __name__ == "__main__":
    write(PAGE, format_page().encode())
    print(PAGE)
