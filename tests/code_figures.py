"""``python -m tests.code_figures``: sizes, names, sentences and import cycles of the code, as one JSON document."""

import ast
import importlib
import io
import json
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("companion", "firmware_bridge", "models", "docs", "tests")
GAMES = ("magnate", "sorcerous_futures", "magistratvm")
_NO_CODE = re.compile(r'''"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#.*''')
"""Texts and comments."""
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def sources(*rooms: str) -> list[Path]:
    """Return every Python file of these top-level folders, sorted."""
    return sorted(path for room in rooms for path in (ROOT / room).rglob("*.py"))


@cache
def names(path: Path) -> tuple[str, ...]:
    """Return the name of the module and of its classes, functions, arguments, variables and fields."""
    return tuple(_names(path, list(ast.walk(ast.parse(path.read_text("utf8"))))))


def _names(path: Path, nodes: list[ast.AST]) -> Iterator[str]:
    yield path.stem
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.alias) and node.asname:
            yield node.asname


def words(name: str) -> set[str]:
    """Return the words that a snake_case or CamelCase name is made of, in lower case."""
    return {part.lower() for part in _PARTS.findall(name)}


def code_lines(path: Path) -> int:
    """Count the lines of a file that hold code: no docstrings, comments or blanks."""
    text = path.read_text("utf8")
    strings = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    skipped = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in skipped:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - strings)


def long_files(limit: int = 300) -> list[str]:
    """Return the files of ``companion`` that have more lines than ``limit``."""
    return [
        str(path.relative_to(ROOT)) for path in sources("companion") if len(path.read_text("utf8").splitlines()) > limit
    ]


def import_cycle(*packages: str) -> list[str]:
    """Return one cycle of modules that import each other, or an empty list.

    Imports inside functions and under ``TYPE_CHECKING`` count.
    """
    graph = grimp.build_graph(*packages, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return [str(module) for module in error.args[1]]
    return []


def reading_types() -> list[str]:
    """Return the classes that stand for one reading of one card or die, outside the readers of dice and decks."""
    waiting = ("dice", "decks")
    named = re.compile(r"^class ((?:Card|Die)?(?:Detection|Prediction|Reading|Sighting))\b", re.MULTILINE)
    rooms = ("companion/pictures", "companion/vision", "companion/table", "companion/rolls", "companion/live")
    files = [path for path in sources(*rooms) if not {path.name, path.parent.name} & set(waiting)]
    return sorted(name for path in files for name in named.findall(path.read_text("utf8")))


def retired_words() -> frozenset[str]:
    """Return the words that no name may contain, from the glossary."""
    section = _glossary().partition("## Retired words")[2].partition("\n## ")[0]
    return frozenset(re.findall(r"`(\w+)`", section))


def exceptions() -> dict[str, str]:
    """Return the names and paths that may contain a retired word, each with its reason, from the glossary."""
    section = _glossary().partition("## Exceptions")[2].partition("\n## ")[0]
    return {row[1]: row[2] for row in re.finditer(r"^\| `([^`]+)` \| (.+?) \|$", section, re.M)}


def retired_names() -> dict[str, list[str]]:
    """Return the names that contain a retired word, by file; names of tests are sentences and do not count."""
    retired, allowed = retired_words(), exceptions()
    found: dict[str, list[str]] = {}
    for path in sources(*ROOMS):
        place = path.relative_to(ROOT).as_posix()
        if any(place.startswith(prefix) for prefix in allowed if "/" in prefix):
            continue

        def is_wrong(name: str) -> bool:
            return bool(words(name) & retired) and name.strip("_") not in allowed and not name.startswith("test_")

        code = _NO_CODE.sub("", path.read_text("utf8"))
        # To look through the names of all files takes long: of most files no word of the code is retired.
        if any(map(is_wrong, {path.stem, *re.findall(r"[A-Za-z_]\w*", code)})) and (
            wrong := set(filter(is_wrong, names(path)))
        ):
            found[place] = sorted(wrong)
    return found


def _glossary() -> str:
    return (ROOT / "docs" / "glossary.md").read_text("utf8")


def without_docstring_rules() -> list[str]:
    """Return the patterns of code, tests left out, that need not keep every rule for docstrings."""
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["tool"]["ruff"]["lint"]["per-file-ignores"]
    exempt = (pattern for pattern, rules in lint.items() if any(rule.startswith("D") for rule in rules))
    return [pattern for pattern in exempt if not pattern.startswith("tests/")]


def files_of_moves(game: str) -> dict[str, int]:
    """Return how many files name the class of each kind of move; what describes it and reads it is among them."""
    kinds: dict[str, type[object]] = importlib.import_module(f"companion.games.{game}.encoding").MOVES
    counts = dict.fromkeys(kinds, 0)
    for path in sources("companion"):
        text = path.read_text("utf8")
        if game in path.parts or f"games.{game}.moves" in text:
            nodes = list(ast.walk(ast.parse(text)))
            named = {
                getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "name", None)
                for node in nodes
            }
            for kind, move in kinds.items():
                counts[kind] += move.__name__ in named
    return counts


def figures() -> dict[str, object]:
    """Return all figures of the code."""
    return {
        "names with retired words": sum(len(each) for each in retired_names().values()),
        "files and folders exempt from docstring rules": without_docstring_rules(),
        "types for one reading": reading_types(),
        "import cycle": import_cycle("companion", "firmware_bridge", "models"),
        "files of companion over 300 lines": long_files(),
        "files that name a move": {game: files_of_moves(game) for game in GAMES},
        "code lines of companion": sum(code_lines(path) for path in sources("companion")),
        "code lines of companion/vision and models/training": sum(
            code_lines(path) for path in sources("companion/pictures", "companion/vision", "models/training")
        ),
    }


def record() -> None:
    """Write the figures into ``docs/figures.json``."""
    from tests.bench.figures import Measured, machine
    from tests.bench.figures import record as write_values

    rooms = ("companion", "firmware_bridge", "models")
    moved = [number for game in GAMES for number in files_of_moves(game).values()]
    write_values(
        {
            "code-names": Measured(sum(len(each) for each in retired_names().values())),
            "code-docstrings": Measured(len(without_docstring_rules())),
            "code-cycles": Measured(int(bool(import_cycle(*rooms)))),
            "code-long-files": Measured(len(long_files())),
            "code-move-files": Measured(max(moved), len(moved)),
            "code-readings": Measured(len(reading_types())),
            "code-lines": Measured(sum(code_lines(path) for path in sources("companion"))),
            "code-lines-vision": Measured(
                sum(code_lines(path) for path in sources("companion/pictures", "companion/vision", "models/training"))
            ),
        },
        machine(),
    )


if __name__ == "__main__":
    print(json.dumps(figures(), indent=2))
    if "--record" in sys.argv:
        record()
