"""The lines of a door that its corpus goes through: ``python -m tests.fuzz.reached TARGET [FOLDER]``.

Prints one line a file: how many of its lines that can be run were, beyond those that are run when it is loaded, and
which were not.
"""

import sys
from pathlib import Path

import coverage
from coverage.misc import NoSource

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(__file__).parent / "corpus"
DOORS = {
    "record": ("journal/records/record.py", "journal/records/text_form.py", "journal/values.py"),
    "lines": tuple(
        f"games/{name}.py"
        for name in ("notation", "magnate/encoding", "magnate/state_notation", "sorcerous_futures/encoding")
    ),
    "settings": (
        *(
            "app/storage/settings.py",
            "json_document.py",
            "journal/values.py",
            "games/documents.py",
            "games/json_codec.py",
        ),
        *(f"games/{game}/{part}.py" for game in ("magnate", "sorcerous_futures") for part in ("encoding", "options")),
        *("games/magistratvm/encoding.py", "games/magistratvm/options.py"),
    ),
    "codec": ("../firmware_bridge/codec.py",),
    "multipart": ("pictures/sources/multipart.py",),
    "deck": ("pictures/sandbox/deck_archive.py", "vision/decks/known_decks.py"),
    "picture": ("pictures/sandbox/picture_decoder.py",),
}
"""Of each target the files that are the door, from ``companion/``."""


def main(target: str, *folders: str) -> None:
    files = [str((ROOT / "companion" / name).resolve()) for name in DOORS[target]]
    from tests.fuzz.targets import TARGETS  # what loading runs says nothing about the inputs

    measured = coverage.Coverage(data_file=None, config_file=False, include=files)
    measured.start()
    for folder in (str(CORPUS / target), *folders):
        for path in sorted(Path(folder).iterdir()):
            TARGETS[target](path.read_bytes())
    measured.stop()
    for file in files:
        print(_line(measured, file, _in_functions(file)))


def _line(measured: coverage.Coverage, file: str, inside: set[int]) -> str:
    name = Path(file).relative_to(ROOT)
    try:
        _, able, _, missed, _ = measured.analysis2(file)
    except NoSource:
        return f"{name}: never loaded"
    lines = set(able) & inside
    left = sorted(set(missed) & inside)
    return f"{name}: {len(lines) - len(left)} of {len(lines)} lines" + (f"; not {_ranges(left)}" if left else "")


def _in_functions(file: str) -> set[int]:
    """The lines that lie in a function's body, and so are not run by loading the file."""
    import ast

    whole = ast.parse(Path(file).read_text("utf8"))
    functions = [one for one in ast.walk(whole) if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return {
        line
        for function in functions
        for line in range(function.body[0].lineno, (function.end_lineno or function.lineno) + 1)
    }


def _ranges(lines: list[int]) -> str:
    ranges: list[list[int]] = []
    for line in lines:
        if ranges and line == ranges[-1][1] + 1:
            ranges[-1][1] = line
        else:
            ranges.append([line, line])
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in ranges)


if __name__ == "__main__":
    main(*sys.argv[1:])
