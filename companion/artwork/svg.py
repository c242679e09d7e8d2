"""Drawings as SVG text, in millimetres."""

from companion.artwork.shapes import Contour, Drawing, Shape


def as_svg(drawing: Drawing, title: str = "") -> str:
    """Return the drawing as an SVG document of its true size."""
    size = f'width="{drawing.width:g}mm" height="{drawing.height:g}mm"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {drawing.width:g} {drawing.height:g}">'
    named = [f"<title>{title}</title>"] if title else []
    paths = [_path(shape) for shape in drawing.shapes]
    if drawing.window is not None:
        clip = f'<clipPath id="window"><path d="{_data((drawing.window,), closed=True)}"/></clipPath>'
        behind = [clip, '<g clip-path="url(#window)">', *paths[: drawing.behind], "</g>"]
        paths = [*behind, *paths[drawing.behind :]]
    return "\n".join([head, *named, *paths, "</svg>\n"])


def _path(shape: Shape) -> str:
    fill = shape.fill if shape.closed and shape.fill else "none"
    style = f'fill="{fill}" fill-rule="evenodd"'
    if shape.stroke is not None:
        style += f' stroke="{shape.stroke}" stroke-width="{shape.width:.3f}"'
        style += ' stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{_data(shape.contours, shape.closed)}" {style}/>'


def _data(contours: tuple[Contour, ...], closed: bool) -> str:
    end = "z" if closed else ""
    return "".join("M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in contour) + end for contour in contours)
