"""Lays every page of the documentation out for the site, as it lies in the repository, with what its links name."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    "docs/*.md",
    "docs/fr/*.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "hardware/*/*.md",
    "models/*.md",
)
"""What becomes a page."""
INDEX = "docs/index.md"
"""The first page; under each of its headings a list of links, which are the site's chapters."""
API = "docs/api.md"
"""The page under which those written from the sources stand."""
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)")
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def pages() -> list[Path]:
    """Every page, in the repository."""
    return sorted(path for pattern in PAGES for path in ROOT.glob(pattern))


def laid_out(folder: Path) -> None:
    """Copies the pages, the pictures and the files they link to. What they name besides is said, and not linked."""
    shutil.rmtree(folder, ignore_errors=True)
    shown = set(pages())
    for page in shown:
        text = page.read_text("utf8")
        if page == ROOT / INDEX:
            text = _with_chapters(text)
        if page == ROOT / API:
            text += "\n```{toctree}\n:glob:\n:hidden:\n\napi/*\n```\n"
        copied = folder / page.relative_to(ROOT)
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_text(_only_what_is_there(text, page, shown), "utf8")
        for named in files_named(text, page):
            target = folder / named.relative_to(ROOT)
            if named not in shown and named.is_file() and named.suffix != ".md":
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(named, target)


def prose(text: str) -> str:
    """A page without its fenced blocks."""
    return _FENCED.sub("", text)


def files_named(text: str, page: Path) -> Iterator[Path]:
    """Every file or folder of the repository that a page links to or shows."""
    for pattern in (LINK, PICTURE):
        for _, target, *_ in pattern.findall(prose(text)):
            if target and ":" not in target:
                yield (page.parent / target).resolve()


def _only_what_is_there(text: str, page: Path, shown: set[Path]) -> str:
    """Links to folders, and to pages that the site has not, become words."""

    def said(link: re.Match[str]) -> str:
        words, target, _ = link.groups()
        if not target or ":" in target:
            return link[0]
        named = (page.parent / target).resolve()
        return link[0] if named in shown or (named.is_file() and named.suffix != ".md") else words

    return "".join(part if part.startswith("```") else LINK.sub(said, part) for part in _FENCED.split(text))


def _with_chapters(text: str) -> str:
    """The index with a table of contents for each of its lists, which the site shows at its side."""
    chapters = []
    for chapter in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, listed = chapter.partition("\n")
        targets = [target for _, target, _ in LINK.findall(listed) if target.endswith(".md")]
        if targets:
            chapters.append("\n".join(["```{toctree}", ":hidden:", f":caption: {title}", "", *targets, "```"]))
    return "\n\n".join([text, *chapters]) + "\n"
