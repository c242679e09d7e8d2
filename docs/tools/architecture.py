"""``python -m docs.tools.architecture``: draws who imports whom, from the imports themselves."""

from __future__ import annotations

import re
from functools import cache

import grimp

from companion.files import write
from docs.tools.scene import WORDS, Scene
from docs.tools.stage import ROOT

PICTURE = ROOT / "docs" / "pictures" / "architecture.svg"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- imports: begin -->", "<!-- imports: end -->"
Edges = dict[str, set[str]]
_WIDE, _TALL, _ROW, _ACROSS = 124, 34, 76, 1000


def imports() -> Edges:
    """Every room, with those that it imports."""
    graph = grimp.build_graph("companion", "firmware_bridge", cache_dir=None)
    rooms: Edges = {}
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            above, below = _room(module), _room(imported)
            if above and below and above != below:
                rooms.setdefault(above, set()).add(below)
                rooms.setdefault(below, set())
    return rooms


def _room(module: str) -> str:
    """The folder or file in which a module lies; what starts the program is none."""
    parts = module.split(".")
    if parts[0] == "firmware_bridge":
        return "firmware_bridge"
    return parts[1] if len(parts) > 1 and parts[1] != "__main__" else ""


def reduced(edges: Edges) -> Edges:
    """Without the imports that a longer way implies, so that a picture of it can be read."""

    @cache
    def below(room: str) -> frozenset[str]:
        return frozenset(edges[room]).union(*(below(one) for one in edges[room]))

    return {
        room: {one for one in imported if not any(one in below(other) for other in imported)}
        for room, imported in edges.items()
    }


def heights(edges: Edges) -> dict[str, int]:
    """How many storeys each room stands above the lowest."""

    @cache
    def height(room: str) -> int:
        return 1 + max((height(one) for one in edges[room]), default=-1)

    return {room: height(room) for room in edges}


def picture(edges: Edges) -> str:
    """The rooms above one another; a line leads down to what is imported."""
    storeys = heights(edges)
    top = max(storeys.values())
    scene = Scene(_ACROSS, (top + 1) * _ROW + 30, "#f6e7c8")
    places: dict[str, tuple[float, float]] = {}
    for storey in range(top + 1):
        rooms = sorted(room for room in edges if storeys[room] == storey)
        apart = _ACROSS / (len(rooms) + 1)
        for number, room in enumerate(rooms, 1):
            aside = apart * 0.35 * (1 if storey % 2 else -1) if len(rooms) < 4 else 0
            places[room] = (apart * number + aside, 36 + (top - storey) * _ROW)
    for room, imported in sorted(reduced(edges).items()):
        for one in sorted(imported):
            (x, y), (to, down) = places[room], places[one]
            scene.line(f"M{x:.0f} {y + _TALL / 2:.0f}L{to:.0f} {down - _TALL / 2:.0f}", "#8a6a4f", 1.5)
    for room, (x, y) in sorted(places.items()):
        left, above = round(x - _WIDE / 2), round(y - _TALL / 2)
        scene.form(f"M{left} {above}h{_WIDE}v{_TALL}h-{_WIDE}z", "#fffaf0")
        scene.words(room, round(x), round(y) + 5, size=14, ink=WORDS)
    return scene.svg("The rooms of the companion, each above those that it imports")


def table(edges: Edges) -> str:
    """Each room with all that it imports, the highest first."""
    storeys = heights(edges)
    ordered = sorted(edges, key=lambda room: (-storeys[room], room))
    rows = [f"| `{room}` | {', '.join(f'`{one}`' for one in sorted(edges[room])) or '–'} |" for room in ordered]
    return "\n".join(["| room | imports |", "|---|---|", *rows])


def with_table(page: str, edges: Edges) -> str:
    """The page with the table put between its marks."""
    return re.sub(f"{BEGIN}.*{END}", f"{BEGIN}\n{table(edges)}\n{END}", page, flags=re.DOTALL)


if __name__ == "__main__":
    found = imports()
    write(PICTURE, picture(found).encode())
    write(PAGE, with_table(PAGE.read_text("utf8"), found).encode())
    print(PICTURE, PAGE, sep="\n")
