"""The app's colours by palette: a felt table by day, and dimmed by night."""

from __future__ import annotations

from collections.abc import Mapping

from companion.pieces import Suit

PALETTES: Mapping[str, Mapping[str, str]] = {
    "day": {
        "ground": "#26382a",
        "panel": "#2a3d2e",
        "raised": "#334837",
        "pressed": "#3f5743",
        "outline": "#86a38c",
        "edge": "#b4c4b4",
        "ink": "#fbf5e6",
        "quiet": "#d3dacb",
        "accent": "#f6c667",
        "on_accent": "#1d1704",
        "gain": "#a5e8bd",
        "loss": "#ffbfa6",
        "paper": "#fbf6ea",
        "on_paper": "#20211f",
        "die": "#efe5cc",
        "die_face": "#fffaf0",
        "shade": "#172219cc",
        "on_token": "#14181a",
    },
    "night": {
        "ground": "#15110d",
        "panel": "#1e1914",
        "raised": "#292219",
        "pressed": "#352c22",
        "outline": "#85775f",
        "edge": "#a89c88",
        "ink": "#d9cdb8",
        "quiet": "#afa593",
        "accent": "#cf9f4b",
        "on_accent": "#171004",
        "gain": "#85c79c",
        "loss": "#e39a80",
        "paper": "#c9beab",
        "on_paper": "#1b1915",
        "die": "#c9beab",
        "die_face": "#d2c8b6",
        "shade": "#0b0906e0",
        "on_token": "#14100c",
    },
}
"""The colours of each palette: backgrounds, what stands on them, and the accent of what comes next."""

SUITS: Mapping[str, tuple[Mapping[Suit, str], Mapping[Suit, str]]] = {
    "day": (
        {
            Suit.MOONS: "#d8d1ea",
            Suit.SUNS: "#f9c33c",
            Suit.WAVES: "#64c9f8",
            Suit.LEAVES: "#7fd6a6",
            Suit.WYRMS: "#ffb0aa",
            Suit.KNOTS: "#ddb3ce",
        },
        {
            Suit.MOONS: "#454661",
            Suit.SUNS: "#7a5000",
            Suit.WAVES: "#0b55a4",
            Suit.LEAVES: "#1a6730",
            Suit.WYRMS: "#a41b34",
            Suit.KNOTS: "#744a71",
        },
    ),
    "night": (
        {
            Suit.MOONS: "#bfb7d0",
            Suit.SUNS: "#d9a22e",
            Suit.WAVES: "#49a9d8",
            Suit.LEAVES: "#62b087",
            Suit.WYRMS: "#f08882",
            Suit.KNOTS: "#bd8fad",
        },
        {
            Suit.MOONS: "#3c3d57",
            Suit.SUNS: "#684300",
            Suit.WAVES: "#0a4687",
            Suit.LEAVES: "#155427",
            Suit.WYRMS: "#89142a",
            Suit.KNOTS: "#613c5e",
        },
    ),
}
"""The suits' colours on the background and on paper, far enough apart in lightness to be read."""

SEATS: Mapping[str, tuple[str, ...]] = {
    "day": ("#8fcdf0", "#f5b884", "#c3dd95", "#ddb9f2"),
    "night": ("#6aa4c4", "#cc935f", "#98b36f", "#ae86c5"),
}
"""One muted colour for each seat; position and name distinguish seats too."""
