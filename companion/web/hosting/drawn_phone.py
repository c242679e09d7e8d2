"""A drawing of a phone's screen with a few lines of text, the last of which is tapped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

WIDTH, ROW = 240, 34
"""Width of the drawing and height of a line, in its own units."""
MAX_LETTERS = 30
"""Letters of a line that fit."""


def draw_phone(rows: Sequence[str], *, switch: bool = False) -> str:
    """Return the upper part of a phone's screen as SVG.

    Args:
        rows: The lines of the screen, not escaped.
        switch: Whether the last line has a switch to be turned on.

    Returns:
        The drawing; its text is in its lines.
    """
    height = 40 + ROW * len(rows)
    parts = [
        f'<path d="M12 {height}V26a16 16 0 0 1 16-16H{WIDTH - 28}a16 16 0 0 1 16 16V{height}" fill="none" '
        'stroke="currentColor" stroke-width="3"/>',
        f'<path d="M{WIDTH / 2 - 16} 18h32" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>',
    ]
    for number, text in enumerate(rows):
        top, last = 30 + ROW * number, number == len(rows) - 1
        ink = "var(--on, #fff)" if last else "currentColor"
        if last:
            parts.append(
                f'<rect x="20" y="{top}" width="{WIDTH - 40}" height="{ROW - 6}" rx="6" fill="var(--accent, #8f5f00)"/>'
            )
        shown = text if len(text) <= MAX_LETTERS else f"{text[: MAX_LETTERS - 1]}…"
        parts.append(f'<text x="28" y="{top + 19}" font-size="13" fill="{ink}">{escape(shown)}</text>')
        if last and switch:
            parts.append(
                f'<rect x="{WIDTH - 62}" y="{top + 6}" width="32" height="16" rx="8" fill="#fff"/>'
                f'<circle cx="{WIDTH - 38}" cy="{top + 14}" r="6" fill="#1b7f3b"/>'
            )
    label = escape(": ".join(rows), quote=True)
    return f'<svg class="phone" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
