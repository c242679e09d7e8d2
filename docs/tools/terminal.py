"""``python -m docs.tools.terminal``: draws a terminal with a game in progress, in English and French."""

import os
import re
import subprocess
import sys
import tempfile
from io import StringIO

from rich.console import Console
from rich.text import Text

from companion.files import write
from docs.tools.pictures import FOLDER

LINES = ("new --name Friday --player Ann --player Ben", "play Friday roll 10 4 deed AM @0 M1 draw", "show Friday")
WIDTH = "84"


def draw_terminal(language: str) -> str:
    """Return what the commands print as SVG, with no font of another host."""
    console = Console(record=True, file=StringIO(), width=int(WIDTH))
    with tempfile.TemporaryDirectory() as data:
        surroundings = {**os.environ, "LANGUAGE": language, "FORCE_COLOR": "1", "COLUMNS": WIDTH}
        for line in LINES:
            command = [sys.executable, "-m", "companion", "--data", data, *line.split()]
            done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True)
            printed = re.sub(r"\b[0-9a-f]{12}\b", "4f0c1d8e2a6b", done.stdout)  # the game's id, another one each time
            console.print(Text(f"$ companion {line}", "bold"), Text.from_ansi(printed), sep="\n")
    return re.sub(r"@font-face \{.*?\}\s*", "", console.export_svg(title="companion"), flags=re.DOTALL)


if __name__ == "__main__":
    for folder, language in ((FOLDER, "en"), (FOLDER / "fr", "fr")):
        write(folder / "terminal.svg", draw_terminal(language).encode())
