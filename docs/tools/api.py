"""Writes the API reference: every public name of the rooms that other programs may use, with its docstring.

The sources are parsed, not imported, so that a wheel can be built without the companion's dependencies.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from docs.tools.site_pages import ROOT

ROOMS = {
    "pieces": "Cards, suits, tokens and dice.",
    "games": "The rules of every game behind one protocol, pure: state in, move in, state out.",
    "games/magnate": "Magnate's moves, state and score.",
    "games/sorcerous_futures": "Sorcerous Futures' moves, state and score.",
    "games/magistratvm": "Magistratvm's moves, state and score.",
    "journal": "Stored games and record files.",
    "play": "One game in progress.",
    "club": "Statistics of a club.",
    "table": "The table as it was read, without pixels.",
    "rolls": "Rolls of dice from any source.",
    "pictures": "Getting pictures from files, cameras and streams.",
    "vision": "Finding and reading cards in pictures.",
    "artwork": "The project's own deck, as shapes, SVG, pixels and PDF.",
    "locale": "Messages in the languages of the players.",
}
"""Each room with its description; each gets a page."""
_ROLE = re.compile(r":\w+:`~?(?:[^`<]*\.)?([^`.]+)`")


def write_pages(folder: Path) -> None:
    """Write a page for each room into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for room in ROOMS:
        (folder / f"{room.replace('/', '-')}.md").write_text("\n".join(_page(room)) + "\n", "utf8")


def _dotted(path: str) -> str:
    return "companion." + path.replace("/", ".")


def _page(room: str) -> Iterator[str]:
    yield from (f"# {_dotted(room)}", "", ROOMS[room])
    for source in sorted((ROOT / "companion" / room).glob("*.py")):
        tree = ast.parse(source.read_text("utf8"))
        public = [node for node in tree.body if _is_public(node)]
        if source.name[0] != "_" and (public or ast.get_docstring(tree)):
            yield from ("", f"## {_dotted(f'{room}/{source.stem}')}", "", *_format_docstring(tree))
            for node in public:
                yield from _format_node(node)


def _is_public(node: ast.stmt) -> bool:
    return isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_")


def _format_node(node: ast.stmt) -> Iterator[str]:
    """Yield the lines of a class with its fields and methods, or of a function."""
    if isinstance(node, ast.FunctionDef):
        yield from ("", f"### {node.name}()", "", "```python", _signature(node), "```", "", *_format_docstring(node))
    elif isinstance(node, ast.ClassDef):
        bases = f"({', '.join(map(ast.unparse, node.bases))})" if node.bases else ""
        yield from ("", f"### {node.name}", "", "```python", f"class {node.name}{bases}")
        yield from (f"    {ast.unparse(line)}" for line in node.body if _is_field(line))
        yield from ("```", "", *_format_docstring(node))
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
                yield from ("", "```python", _signature(method), "```", "", *_format_docstring(method))


def _is_field(line: ast.stmt) -> bool:
    return isinstance(line, ast.AnnAssign) and not ast.unparse(line.target).startswith("_")


def _signature(node: ast.FunctionDef) -> str:
    decorated = "".join(f"@{ast.unparse(one)}\n" for one in node.decorator_list if isinstance(one, ast.Name))
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{decorated}def {node.name}({ast.unparse(node.args)}){returns}"


def _format_docstring(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> Iterator[str]:
    """Yield the lines of a docstring as Markdown: roles become names, doctests code."""
    text = _ROLE.sub(r"`\1`", ast.get_docstring(node) or "").replace("``", "`")
    for paragraph in re.split(r"\n\s*\n", text):
        if paragraph.lstrip().startswith(">>>"):
            yield from ("```pycon", *(line.strip() for line in paragraph.splitlines()), "```", "")
        else:
            yield from (paragraph.replace("<", "&lt;"), "")
