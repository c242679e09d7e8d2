"""``python -m docs.tools.pictures``: draws the pages' pictures of Magnate, in English and French, and of the camera."""

from collections.abc import Callable, Iterator

from companion.files import write
from companion.pieces import Card, Suit
from docs.tools.french import translate
from docs.tools.rig import draw_glare, draw_stand, draw_view
from docs.tools.scene import Scene
from docs.tools.site_pages import ROOT

FOLDER = ROOT / "docs" / "pictures"
DISTRICTS = ("PMSL", "PMYK", "X", "PSWK", "PWLY")


def draw_setup(scene: Scene) -> None:
    """Draw the table before the first roll."""
    for x, code in zip(range(190, 620, 100), DISTRICTS, strict=True):
        scene.card(code, x, 300)
    for y, crowns in ((505, ("CM", "CK", "CS")), (95, ("CW", "CL", "CY"))):
        for x, crown in zip((290, 390, 490), crowns, strict=True):
            scene.card(crown, x, y)
            scene.tokens(590 + (x - 290) * 0.4, y, *Card.parse(crown).suits)
    scene.card("back", 700, 300)
    scene.words("the five districts", 390, 215)
    scene.words("your three Crowns", 115, 510)
    scene.words("the other's", 115, 100)
    scene.words("draw pile", 700, 392)
    scene.words("one token a Crown", 640, 550)


def draw_roll(scene: Scene) -> None:
    """Draw two ten-sided dice, of which the higher pays."""
    scene.die(10, "8", 90, 110)
    scene.die(10, "3", 180, 110)
    scene.words("the higher counts: 8", 135, 180)
    scene.card("8MS", 400, 105)
    scene.tokens(480, 85, Suit.MOONS, Suit.SUNS)
    scene.words("a finished 8 pays one of each suit", 420, 198, size=15)
    scene.card("8YK", 655, 105, turned=True)
    scene.tokens(745, 105, Suit.WYRMS)
    scene.words("a deed of 8: one, you choose", 658, 222, size=15)


def draw_tax(scene: Scene) -> None:
    """Draw a 1, which draw_tax a suit."""
    scene.die(10, "1", 90, 90)
    scene.die(10, "6", 180, 90)
    scene.words("a 1: roll the six-sided die too", 135, 165)
    scene.die(6, "5", 350, 90)
    scene.words("5: Wyrms", 350, 165)
    scene.tokens(480, 90, *(Suit.WYRMS,) * 4, step=30)
    scene.words("→", 620, 97, size=26)
    scene.tokens(670, 90, Suit.WYRMS)
    scene.words("of two or more you keep one", 590, 165)


def draw_property(scene: Scene) -> None:
    """Draw a developed card with its shared suit and its price."""
    scene.card("PMSL", 120, 90)
    scene.card("4MS", 120, 232)
    scene.words("Moons is on both: it may go here", 200, 150, at="start")
    scene.words("A 4 costs 4 tokens, of its own suits, at least one of each:", 200, 205, at="start")
    scene.tokens(220, 240, Suit.MOONS, Suit.MOONS, Suit.MOONS, Suit.SUNS)
    scene.words("The next card here must share a suit with the 4.", 200, 290, at="start")


def draw_deed(scene: Scene) -> None:
    """Draw a deed with its tokens."""
    scene.card("PSWK", 120, 90)
    scene.card("9MS", 120, 232, turned=True)
    scene.tokens(95, 232, Suit.MOONS, Suit.SUNS, Suit.SUNS, step=30)
    scene.words("No nine tokens yet? Lay it sideways: a deed.", 230, 120, at="start")
    scene.words("It costs one of each suit now:", 230, 160, at="start")
    scene.tokens(500, 154, Suit.MOONS, Suit.SUNS, step=33)
    scene.words("Then put tokens on it, turn by turn. No tax takes them.", 230, 200, at="start")
    scene.words("With nine on it, it is finished: turn it upright.", 230, 240, at="start")
    scene.words("Nothing else of yours goes here before.", 230, 280, at="start")


def draw_score(scene: Scene) -> None:
    """Draw a district with its totals."""
    scene.card("PMYK", 110, 215)
    scene.card("7ML", 110, 350)
    scene.card("AM", 110, 485)
    scene.card("9WY", 110, 80)
    scene.words("9", 280, 90, size=26, bold=True)
    scene.words("the other's: a 9", 320, 88, at="start")
    scene.words("9", 280, 425, size=26, bold=True)
    scene.words("yours: the 7, and 2 for the Ace of Moons", 320, 415, at="start")
    scene.words("(itself and the 7, both of them Moons)", 320, 441, at="start")
    scene.words("9 to 9: nobody's district.", 280, 205, at="start")
    scene.words("One more rank and it would be somebody's.", 280, 232, at="start")


PICTURES: dict[str, tuple[Callable[[Scene], None], int, str]] = {
    "magnate-table": (draw_setup, 600, "The table set up: five districts in a row, three Crowns and three tokens each"),
    "magnate-roll": (draw_roll, 250, "Two ten-sided dice; the higher pays finished cards and deeds of that rank"),
    "magnate-taxes": (draw_tax, 200, "A 1 on a ten-sided die: the six-sided one names the taxed suit"),
    "magnate-property": (
        draw_property,
        330,
        "The 4 of Moons and Suns next to a Pawn that has Moons too, for four tokens",
    ),
    "magnate-deed": (draw_deed, 330, "A 9 placed sideways with three tokens on it"),
    "magnate-score": (draw_score, 570, "A district with a 9 on one side, and a 7 and an Ace on the other"),
    "rig-stand": (draw_stand, 430, "A phone on an arm above the table, at most 30 degrees from straight down"),
    "rig-view": (
        draw_view,
        560,
        "What the camera must show: districts, both players' columns, Crowns, and where dice land",
    ),
    "rig-glare": (draw_glare, 300, "A lamp next to the table lights it; one above it reflects in the cards"),
}
"""Each by the name of its file, with its height in pixels and what it shows."""


FRENCH = tuple(name for name in PICTURES if name.startswith("magnate-"))
"""Those that the French pages show, in ``docs/pictures/fr``."""


def render_pictures() -> Iterator[tuple[str, str]]:
    """Yield each picture's path below ``docs/pictures``, and its SVG."""
    for name, (draw, tall, title) in PICTURES.items():
        draw(scene := Scene(780, tall))
        yield f"{name}.svg", scene.svg(title)
        if name in FRENCH:
            yield f"fr/{name}.svg", scene.svg(title, translate)


if __name__ == "__main__":
    for path, svg in render_pictures():
        write(FOLDER / path, svg.encode())
        print(FOLDER / path)
