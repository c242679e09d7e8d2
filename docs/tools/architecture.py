"""``python -m docs.tools.architecture``: draws the imports between the rooms."""

import re
from functools import cache

import grimp

from companion.files import write
from docs.tools.scene import WORDS, Scene
from docs.tools.site_pages import ROOT

PICTURE = ROOT / "docs" / "pictures" / "architecture.svg"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- imports: begin -->", "<!-- imports: end -->"
Edges = dict[str, set[str]]
_WIDE, _TALL, _ROW, _ACROSS = 124, 34, 76, 1000


def find_imports() -> Edges:
    """Return the rooms that each room imports."""
    graph = grimp.build_graph("companion", "firmware_bridge", cache_dir=None)
    rooms = {*graph.find_children("companion"), "firmware_bridge"} - {"companion.__main__"}
    for room in rooms:
        graph.squash_module(room)
    imports = {room: graph.find_modules_directly_imported_by(room) & rooms - {room} for room in rooms}
    return {room.rpartition(".")[2]: {one.rpartition(".")[2] for one in own} for room, own in imports.items()}


def drop_implied(edges: Edges) -> Edges:
    """Return the imports without those that a longer path implies, for a readable picture."""

    @cache
    def below(room: str) -> frozenset[str]:
        return frozenset(edges[room]).union(*(below(one) for one in edges[room]))

    return {
        room: {one for one in imported if not any(one in below(other) for other in imported)}
        for room, imported in edges.items()
    }


def compute_layers(edges: Edges) -> dict[str, int]:
    """Return each room's layer, the lowest being 0."""

    @cache
    def height(room: str) -> int:
        return 1 + max((height(one) for one in edges[room]), default=-1)

    return {room: height(room) for room in edges}


def draw_picture(edges: Edges) -> str:
    """Return the rooms in layers as SVG, with a line to each imported room."""
    layers = compute_layers(edges)
    top = max(layers.values())
    scene = Scene(_ACROSS, (top + 1) * _ROW + 30, "#f6e7c8")
    places: dict[str, tuple[float, float]] = {}
    for layer in range(top + 1):
        rooms = sorted(room for room in edges if layers[room] == layer)
        spacing = _ACROSS / (len(rooms) + 1)
        for number, room in enumerate(rooms, 1):
            shift = spacing * 0.35 * (1 if layer % 2 else -1) if len(rooms) < 4 else 0
            places[room] = (spacing * number + shift, 36 + (top - layer) * _ROW)
    for room, imported in sorted(drop_implied(edges).items()):
        for one in sorted(imported):
            (x, y), (to, down) = places[room], places[one]
            scene.line(f"M{x:.0f} {y + _TALL / 2:.0f}L{to:.0f} {down - _TALL / 2:.0f}", "#8a6a4f", 1.5)
    for room, (x, y) in sorted(places.items()):
        left, above = round(x - _WIDE / 2), round(y - _TALL / 2)
        scene.form(f"M{left} {above}h{_WIDE}v{_TALL}h-{_WIDE}z", "#fffaf0")
        scene.words(room, round(x), round(y) + 5, size=14, ink=WORDS)
    return scene.svg("The rooms of the companion, each above those that it imports")


def format_table(edges: Edges) -> str:
    """Return a table of each room with its imports, the highest first."""
    layers = compute_layers(edges)
    ordered = sorted(edges, key=lambda room: (-layers[room], room))
    rows = [f"| `{room}` | {', '.join(f'`{one}`' for one in sorted(edges[room])) or '–'} |" for room in ordered]
    return "\n".join(["| room | imports |", "|---|---|", *rows])


def replace_table(page: str, edges: Edges) -> str:
    """Return a page with a new table between its marks.

    Args:
        page: The page as Markdown.
        edges: The rooms that each room imports.

    Returns:
        The page.
    """
    return re.sub(f"{BEGIN}.*{END}", f"{BEGIN}\n{format_table(edges)}\n{END}", page, flags=re.DOTALL)


if __name__ == "__main__":
    found = find_imports()
    write(PICTURE, draw_picture(found).encode())
    write(PAGE, replace_table(PAGE.read_text("utf8"), found).encode())
    print(PICTURE, PAGE, sep="\n")
