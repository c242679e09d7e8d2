"""Pages, messages and comments are spelled as codespell knows words; ``pyproject.toml`` lists the project's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from babel.messages.pofile import read_po

from companion.locale.languages import CATALOGUES, DOMAIN
from docs.tools.site_pages import ROOT

CHECKED = (
    "companion",
    "docs",
    "firmware_bridge",
    "hardware",
    "models",
    "distribution",
    "tests",
    *map(str, ROOT.glob("*.md")),
)
CODESPELL = [sys.executable, "-m", "codespell_lib", "--toml", str(ROOT / "pyproject.toml")]


def _misspelled(*paths: str) -> str:
    """Return the misspelled words in files and folders, a line each."""
    done = subprocess.run([*CODESPELL, *paths], cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.stderr.startswith("usage"), done.stderr
    return done.stdout


def test_no_word_of_a_page_or_a_comment_is_misspelled() -> None:
    assert _misspelled(*CHECKED) == ""


def test_no_word_of_a_message_is_misspelled(tmp_path: Path) -> None:
    with (CATALOGUES / "fr" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as translated:
        found = [one.id if isinstance(one.id, str) else "\n".join(one.id) for one in read_po(translated) if one.id]
    messages = tmp_path / "messages.txt"
    messages.write_text("\n".join(found), "utf8")
    assert len(found) > 1500
    assert _misspelled(str(messages)) == ""


def test_a_misspelled_word_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("t" + "eh cards\n", "utf8")
    assert "==> the" in _misspelled(str(page))
