"""QR codes on web pages."""

from __future__ import annotations

import io


def draw_svg_code(text: str) -> str:
    """Return a text as a QR code in SVG, black on white in any colour scheme."""
    import segno

    drawn = io.BytesIO()
    segno.make(text, error="m").save(
        drawn, kind="svg", xmldecl=False, svgns=False, dark="#000", light="#fff", border=4, scale=6, omitsize=True
    )
    return f'<div class="qr">{drawn.getvalue().decode()}</div>'
