"""``python -m docs.tools.first_card -o docs``: shows a newcomer's first taps, up to the first developed card.

Every tap is named, by a text or a picture, on the screen on which it is made; ``TAPS`` says by which.
"""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from companion.app.window.environment import DESIGN_SIZE
from companion.files import write
from companion.pieces import Card
from docs.tools.screenshots import draw_frames, parse_out, picture_of, running_app

CARD = Card.parse("2MK")
"""The card that is developed with the tokens after the roll."""
PLACE = 0
CROWNS = ("CM", "CW", "CK")
DICE = (10, 4)
SIZE = (420, 420 * DESIGN_SIZE[1] // DESIGN_SIZE[0])
"""Pixels of a picture next to the list, in the proportion of the tablet."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap.

    Attributes:
        what: What is tapped, in words.
        named: The text on the screen that names it.
        target: Finds on the screen what is tapped.
    """

    what: str
    named: str
    target: Callable[[Any], Any]


def _die(value: int) -> Callable[[Any], Any]:
    return lambda screen: screen.sheet.view.dice.targets[value]


def _crown(code: str) -> Callable[[Any], Any]:
    return lambda screen: screen.parts["crowns"].deal.targets[Card.parse(code)]


def _district(screen: Any) -> Any:
    return next(view.ids.strip for view in screen.table.spots() if view.spot.id == f"district-{PLACE}")


_WHOSE = "Tap a player, then their cards"

TAPS: tuple[Tap, ...] = (
    Tap("the first entry", "New game", lambda screen: screen.entries["new_game"]),
    *(Tap("the picture of a Crown in front of you", _WHOSE, _crown(code)) for code in CROWNS),
    Tap("the button", "Start", lambda screen: screen.ids.start),
    Tap(f"the picture of the die with {DICE[0]}", "What does the first d10 show?", _die(DICE[0])),
    Tap(f"the picture of the die with {DICE[1]}", "And the second d10?", _die(DICE[1])),
    Tap("the picture of the card in your hand", "Play a card", lambda screen: screen.sheet.targets[CARD]),
    Tap("the glowing district, which shows what follows", "2, wins it", _district),
)
"""In order, from the first screen on."""


_OPENING = """# Every tap to the first card

These taps lead from the first screen to your first card. The bold text is on the screen.

<!-- Written by python -m docs.tools.first_card -o docs -->

| tap | what you tap | screen |
|---|---|---|
"""


def format_page(taps: tuple[Tap, ...] = TAPS) -> str:
    """Return the list of taps as Markdown, with the pictures of the screens."""
    page = _OPENING
    shown = ""
    for number, one in enumerate(taps, 1):
        picture = f"![Screen with “{one.named}”](pictures/first-card-{number}.png)" if one.named != shown else ""
        page += f"| {number} | {one.what}: **{one.named}** | {picture} |\n"
        shown = one.named
    return page


def main() -> None:
    """Draw the pictures and write the list."""
    out = parse_out(__doc__, "the folder to put them in")
    with running_app() as app:
        _draw(app, out)
    write(out / "first-card.md", format_page().encode())


def _draw(app: Any, out: Path) -> None:
    shown = ""
    for number, one in enumerate(TAPS, 1):
        draw_frames()
        _end_motion(app)
        if one.named != shown:
            small = BytesIO()
            picture_of(app, SIZE).quantize(64).save(small, format="png", optimize=True)
            write(out / "pictures" / f"first-card-{number}.png", small.getvalue())
        shown = one.named
        if number < len(TAPS):  # the last screen is the one on which the card is put
            one.target(app.root.current_screen).dispatch("on_release")


def _end_motion(app: Any) -> None:
    """End what is playing: how far dice tumbled within four frames depends on the machine."""
    from companion.app.painters.event_stage import EventStage

    for widget in list(app.root.current_screen.walk()):
        if isinstance(widget, EventStage):
            widget.finish()


if __name__ == "__main__":
    main()
