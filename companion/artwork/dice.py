"""The outline of a ten-sided die and of its face, in a unit box centred on the origin."""

from __future__ import annotations

from companion.artwork.shapes import Shape, contour

D10 = Shape(
    (contour([(0.0, -0.5), (0.46, -0.14), (0.46, 0.18), (0.0, 0.5), (-0.46, 0.18), (-0.46, -0.14)]),), "#ffffff"
)
D10_FACE = Shape((contour([(0.0, -0.45), (0.37, 0.1), (0.0, 0.3), (-0.37, 0.1)]),), "#ffffff")
"""The kite of the face that carries the number."""
