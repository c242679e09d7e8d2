"""Writes the themes as the style sheet of the web pages: ``python -m docs.tools.themes``."""

from pathlib import Path

from companion import web
from companion.themes import style_sheet

FILE = Path(web.__file__).parent / "static" / "themes.css"

if __name__ == "__main__":
    FILE.write_text(style_sheet(), "utf8")
