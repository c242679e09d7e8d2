"""QR codes in the terminal: dark on light whatever the terminal's own colours are."""

from __future__ import annotations

import io
from itertools import groupby

BORDER = 4
"""Width of the light border in modules, as the standard asks."""
_DARK, _LIGHT = "16", "231"
"""Black and white among the terminal's 256 colours, which no colour scheme changes."""
_UPPER_HALF = "▀"


def draw_qr_code(text: str, *, in_colours: bool) -> str:
    """Return a text as a QR code of half blocks.

    Args:
        text: The text.
        in_colours: Whether the terminal understands colours; without, the code is right on a dark ground only.

    Returns:
        Its lines.
    """
    import segno

    code = segno.make(text, error="m")
    if not in_colours:
        drawn = io.StringIO()
        code.terminal(out=drawn, border=BORDER, compact=True)
        return drawn.getvalue().rstrip("\n") + "\n"
    rows = [bytes(row) for row in code.matrix_iter(border=BORDER)]
    rows += [bytes(len(rows[0]))] * (len(rows) % 2)
    return "".join(_line(upper, lower) for upper, lower in zip(rows[::2], rows[1::2], strict=True))


def _line(upper: bytes, lower: bytes) -> str:
    parts = []
    for (above, below), modules in groupby(zip(upper, lower, strict=True)):
        colours = f"\x1b[38;5;{_DARK if above else _LIGHT};48;5;{_DARK if below else _LIGHT}m"
        parts.append(colours + _UPPER_HALF * len(list(modules)))
    return "".join(parts) + "\x1b[0m\n"
