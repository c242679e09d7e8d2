"""The themes of the app and the web pages: their colours, by the same names."""

from collections.abc import Mapping

from companion.locale import Message
from companion.pieces import Suit

NAMES: Mapping[str, Message] = {
    "evening": Message("Evening"),
    "daylight": Message("Daylight"),
    "high-contrast": Message("High contrast"),
}
"""The themes; the first is the default."""

THEMES: Mapping[str, Mapping[str, str]] = {
    "evening": {
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
    "daylight": {
        "ground": "#f6f0e1",
        "panel": "#fffdf6",
        "raised": "#ffffff",
        "pressed": "#e6dec9",
        "outline": "#86826f",
        "edge": "#5f5d50",
        "ink": "#20211f",
        "quiet": "#4c5147",
        "accent": "#7f5200",
        "on_accent": "#ffffff",
        "gain": "#1e6a33",
        "loss": "#9c2f16",
        "paper": "#fbf6ea",
        "on_paper": "#20211f",
        "die": "#efe5cc",
        "die_face": "#fffaf0",
        "shade": "#f6f0e1cc",
        "on_token": "#ffffff",
    },
    "high-contrast": {
        "ground": "#000000",
        "panel": "#0c0c0c",
        "raised": "#1c1c1c",
        "pressed": "#3a3a3a",
        "outline": "#a8a8a8",
        "edge": "#e0e0e0",
        "ink": "#ffffff",
        "quiet": "#e6e6e6",
        "accent": "#ffd400",
        "on_accent": "#000000",
        "gain": "#7dff9e",
        "loss": "#ffb59c",
        "paper": "#ffffff",
        "on_paper": "#000000",
        "die": "#f2f2f2",
        "die_face": "#ffffff",
        "shade": "#000000e0",
        "on_token": "#000000",
    },
}
"""The colours of each theme: backgrounds, what stands on them, and the accent of what comes next."""

ON_PAPER: Mapping[Suit, str] = {
    Suit.MOONS: "#454661",
    Suit.SUNS: "#7a5000",
    Suit.WAVES: "#0b55a4",
    Suit.LEAVES: "#1a6730",
    Suit.WYRMS: "#a41b34",
    Suit.KNOTS: "#744a71",
}
"""The suits' colours on paper, in every theme."""
ON_GROUND: Mapping[str, Mapping[Suit, str]] = {
    "evening": {
        Suit.MOONS: "#d8d1ea",
        Suit.SUNS: "#f9c33c",
        Suit.WAVES: "#6bccf8",
        Suit.LEAVES: "#7fd6a6",
        Suit.WYRMS: "#ffb4ae",
        Suit.KNOTS: "#e0b8d2",
    },
    "daylight": ON_PAPER,
    "high-contrast": {
        Suit.MOONS: "#e4defa",
        Suit.SUNS: "#ffc93c",
        Suit.WAVES: "#64c9f8",
        Suit.LEAVES: "#7fe6a6",
        Suit.WYRMS: "#ffa49c",
        Suit.KNOTS: "#e8b4d6",
    },
}
"""The suits' colours on the background, far enough apart in lightness to be read."""

SEATS: Mapping[str, tuple[str, ...]] = {
    "evening": ("#9ab3ff", "#e1b196", "#d2ff1d", "#fef1ff"),
    "daylight": ("#2a689c", "#984f1c", "#252100", "#0b0b73"),
    "high-contrast": ("#5d98b6", "#bc8761", "#89ff00", "#ffffff"),
}
"""A colour for each seat. Any two differ for people with every kind of colour vision.

Place and name distinguish seats as well.
"""

_STYLES = {
    **{name: name for name in ("ground", "panel", "ink", "quiet", "accent", "gain", "loss")},
    "line": "outline",
    "on": "on_accent",
    "glow": "accent",
}
"""Colours of a theme by the names that style sheets give them."""


def style_sheet() -> str:
    """Return the themes as a style sheet: the reader's theme, or the one that suits the device's own settings."""
    return (
        "/* Made by python -m docs.tools.themes from companion/themes.py */\n"
        f":root {{ {_variables('daylight')} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {_variables('evening')} }} }}\n"
        f"@media (prefers-contrast: more) {{ :root {{ {_variables('high-contrast')} }} }}\n"
        + "".join(f':root[data-theme="{name}"] {{ {_variables(name)} }}\n' for name in NAMES)
    )


def _variables(theme: str) -> str:
    colours = {style: THEMES[theme][name] for style, name in _STYLES.items()}
    colours |= {f"seat{seat}": colour for seat, colour in enumerate(SEATS[theme])}
    scheme = "light" if theme == "daylight" else "dark"
    return f"color-scheme: {scheme}; " + " ".join(f"--{name}: {colour};" for name, colour in colours.items())
