"""Pictures of a camera above a table."""

from docs.tools.scene import FELT, LIGHT, WORDS, Scene

PALE, WOOD, GLASS, WARM = "#f6e7c8", "#8a6a4f", "#cde4ea", "#efb02e"


def draw_stand(scene: Scene) -> None:
    """Draw the phone on its stand from the side, with its field of view."""
    scene.ground = PALE
    scene.form("M386 92L160 330L610 330z", GLASS, "#4f9aa0", 0.7)
    scene.form("M80 330h620v16h-620z", WOOD)
    for x in (110, 660):
        scene.form(f"M{x} 346h14v74h-14z", WOOD)
    scene.form("M660 330v-230q0 -30 -30 -30h-210", "none", WORDS)
    scene.line("M660 330v-230q0 -30 -30 -30h-210", WORDS, 7)
    scene.form("M352 66h72v14h-72z", WORDS)
    scene.form("M640 318h44v12h-44z", WORDS)
    for x in range(230, 540, 62):
        scene.form(f"M{x} 326h44v4h-44z", LIGHT)
    scene.line("M386 92V280", WORDS, 1.5, "5 5")
    scene.words("phone, camera facing down", 388, 56, ink=WORDS, size=15)
    for y, line in ((150, "the arm of"), (170, "a desk lamp,"), (190, "a shelf, a boom")):
        scene.words(line, 645, y, ink=WORDS, size=15, at="end")
    scene.words("80–100 cm", 394, 232, ink=WORDS, at="start")
    scene.words("about 1.2 m of table in view", 385, 300, ink=WORDS)
    scene.words("straight down is best; 30° aside is the most", 30, 28, ink=WORDS, at="start")


def draw_view(scene: Scene) -> None:
    """Draw the table from above, with what must be in view."""
    scene.ground = WOOD
    scene.form("M90 50h600v460h-600z", FELT)
    scene.line("M110 66h560v428h-560z", WARM, 3, "10 6")
    for x, code in zip(range(260, 640, 80), ("PMSL", "PMYK", "X", "PSWK", "PWLY"), strict=True):
        _small(scene, x, 280)
        scene.words(code[0] if code != "X" else "E", x, 287, ink=WORDS)
    for x, y in ((260, 365), (340, 365), (340, 195), (500, 195), (580, 365)):
        _small(scene, x, y)
    for x in (340, 400, 460):
        _small(scene, x, 450)
        _small(scene, x, 110)
    for x, shown in ((150, "8"), (190, "3")):
        scene.form(f"M{x} {262}l18 20l-18 16l-18 -16z", LIGHT)
        scene.words(shown, x, 288, ink=WORDS, size=14)
    scene.words("dice land here", 172, 330, size=15)
    scene.words("Crowns", 520, 456, at="start")
    scene.words("the row of districts", 420, 241, size=15)
    scene.words("each player's columns", 575, 430, size=15)
    scene.words("the camera's picture: all of this, and little else", 390, 40, size=15)
    scene.words("hands, cups and drawn cards stay outside", 390, 540, size=17)


def draw_glare(scene: Scene) -> None:
    """Draw where a lamp may stand, and where it may not."""
    scene.ground = PALE
    for left, right in ((40, True), (420, False)):
        scene.form(f"M{left} 230h310v12h-310z", WOOD)
        scene.form(f"M{left + 130} 226h50v4h-50z", LIGHT)
        scene.form(f"M{left + 140} 60h36v10h-36z", WORDS)
        lamp = left + (20 if right else 200)
        scene.form(f"M{lamp} {110 if right else 62}l26 -14l10 22l-24 12z", WARM)
        towards = left + 155
        scene.line(f"M{lamp + 18} {115 if right else 75}L{towards} 226", WARM, 3)
        end = f"L{left + 285} 130" if right else f"L{left + 156} 72"
        scene.line(f"M{towards} 226{end}", WARM, 2, "6 5")
    scene.words("lamp aside: its mirror image misses the camera", 195, 275, ink=WORDS, size=14)
    scene.words("lamp next to the camera: a white patch on the card", 580, 275, ink=WORDS, size=14)
    scene.words("good", 60, 40, ink=WORDS, at="start", bold=True)
    scene.words("bad", 440, 40, ink=WORDS, at="start", bold=True)


def _small(scene: Scene, x: float, y: float) -> None:
    scene.form(f"M{x - 22} {y - 31}h44v62h-44z", LIGHT)
