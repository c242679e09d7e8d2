"""``python3 wiring.py > wiring.svg``: draw the wiring diagram; needs only Python."""

from __future__ import annotations

from dataclasses import dataclass

WIDTH, HEIGHT = 900, 620
BOARD_X, DISPLAY_X, PITCH = 120, 560, 26


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire from a pin of the board to a pin of the display, in one colour."""

    board: str
    display: str
    colour: str


BOARD_PINS = ("5V", "GND", "A0", "D2", "D4", "D5", "D6", "D7", "D8", "D9")
DISPLAY_PINS = ("VSS 1", "VDD 2", "VO 3", "RS 4", "RW 5", "E 6", "D4 11", "D5 12", "D6 13", "D7 14", "A 15", "K 16")

WIRES = (
    Wire("GND", "VSS 1", "#333333"),
    Wire("5V", "VDD 2", "#c0392b"),
    Wire("D8", "RS 4", "#8e44ad"),
    Wire("GND", "RW 5", "#333333"),
    Wire("D9", "E 6", "#d35400"),
    Wire("D4", "D4 11", "#2980b9"),
    Wire("D5", "D5 12", "#16a085"),
    Wire("D6", "D6 13", "#27ae60"),
    Wire("D7", "D7 14", "#7f8c1a"),
    Wire("GND", "K 16", "#333333"),
)


def board_y(pin: str) -> float:
    """Return the height of a pin of the board."""
    return 110 + BOARD_PINS.index(pin) * 1.5 * PITCH


def display_y(pin: str) -> float:
    """Return the height of a pin of the display."""
    return 90 + DISPLAY_PINS.index(pin) * PITCH


def part(x: float, y: float, width: float, height: float, fill: str) -> str:
    """Return a part's outline."""
    place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<rect {place} rx="6" fill="{fill}" stroke="#222" stroke-width="2"/>'


def box(x: float, y: float, width: float, height: float, fill: str, title: str) -> str:
    """Return a part with its name above it."""
    return part(x, y, width, height, fill) + text(x + width / 2, y - 10, title, "middle", 17, "bold")


def text(x: float, y: float, words: str, anchor: str = "start", size: int = 14, weight: str = "normal") -> str:
    """Return a line of text."""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}">{words}</text>'


def line(colour: str, *points: tuple[float, float]) -> str:
    """Return a wire along these points."""
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="3" stroke-linejoin="round"/>'


def pin(x: float, y: float, name: str, anchor: str) -> str:
    """Return a pin and its name, inside its part."""
    offset = -10 if anchor == "end" else 10
    return f'<circle cx="{x}" cy="{y}" r="4.5" fill="#d4af37" stroke="#222"/>' + text(x + offset, y + 5, name, anchor)


def wires() -> list[str]:
    """Return the wires, each on its own lane so that none overlap; the upper pins take the outer lanes."""
    drawn = []
    for lane, wire in enumerate(WIRES):
        x = BOARD_X + 190 + lane * 21
        start, end = (BOARD_X + 130, board_y(wire.board)), (DISPLAY_X, display_y(wire.display))
        drawn.append(line(wire.colour, start, (x, start[1]), (x, end[1]), end))
    return drawn


def backlight() -> list[str]:
    """Return the resistor at the backlight's anode."""
    y = display_y("A 15")
    return [
        line("#c0392b", (DISPLAY_X, y), (DISPLAY_X - 26, y), (DISPLAY_X - 26, 505), (DISPLAY_X + 40, 505)),
        part(DISPLAY_X + 40, 495, 60, 20, "#e8d9b5"),
        text(DISPLAY_X + 70, 540, "220 Ω", "middle"),
        line("#c0392b", (DISPLAY_X + 100, 505), (DISPLAY_X + 150, 505)),
        text(DISPLAY_X + 158, 510, "5V"),
    ]


def contrast() -> list[str]:
    """Return the potentiometer of the display's contrast."""
    y = display_y("VO 3")
    return [
        line("#7f5539", (DISPLAY_X, y), (DISPLAY_X - 14, y), (DISPLAY_X - 14, 455), (DISPLAY_X + 70, 455)),
        part(DISPLAY_X + 70, 436, 100, 38, "#9db4c0"),
        text(DISPLAY_X + 120, 460, "10 kΩ", "middle"),
        text(DISPLAY_X + 178, 452, "ends to 5V and GND,"),
        text(DISPLAY_X + 178, 470, "slider to VO"),
    ]


def button() -> list[str]:
    """Return the button between D2 and ground, and the open wire on A0."""
    d2, a0 = board_y("D2"), board_y("A0")
    return [
        line("#e67e22", (BOARD_X, d2), (70, d2), (70, 520), (110, 520)),
        '<rect x="110" y="500" width="70" height="40" rx="6" fill="#e74c3c" stroke="#222" stroke-width="2"/>',
        text(145, 526, "ROLL", "middle", 15, "bold"),
        line("#333333", (180, 520), (230, 520)),
        text(238, 525, "GND"),
        text(110, 562, "push button, normally open; the pull-up is inside the chip"),
        line("#95a5a6", (BOARD_X, a0), (78, a0), (72, a0 - 9), (66, a0 + 9), (60, a0 - 9), (54, a0)),
        text(14, a0 - 33, "5 cm of wire,"),
        text(14, a0 - 16, "open: noise"),
    ]


def drawing() -> str:
    """Return the whole diagram."""
    parts = [
        box(BOARD_X, 80, 130, 410, "#dceefb", "Uno or Nano"),
        text(BOARD_X + 10, 368, "ATmega328P"),
        text(BOARD_X + 10, 407, "USB: tablet"),
        box(DISPLAY_X, 65, 220, 335, "#e3f4d7", "display, 2 × 16, HD44780"),
        *wires(),
        *backlight(),
        *contrast(),
        *button(),
        *(pin(DISPLAY_X, display_y(name), name, "start") for name in DISPLAY_PINS),
        *(
            pin(BOARD_X, board_y(name), name, "start")
            if name in ("A0", "D2")
            else pin(BOARD_X + 130, board_y(name), name, "end")
            for name in BOARD_PINS
        ),
        text(WIDTH / 2, 26, "The roller: wiring", "middle", 22, "bold"),
        text(
            WIDTH / 2,
            600,
            "Pins 7 to 10 of the display stay open. The board's own lamp (D13) says: a game waits.",
            "middle",
        ),
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
            *parts,
            "</svg>",
        ]
    )


if __name__ == "__main__":
    print(drawing())
