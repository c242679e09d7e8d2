"""Copies the pages of the documentation for the site, with the files that they link to."""

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    "docs/*.md",
    "docs/fr/*.md",
    "docs/rules/*.md",
    "docs/fr/rules/*.md",
    "docs/experiments/*.md",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "hardware/*/*.md",
    "models/*.md",
)
"""Patterns of the pages."""
INDEXES = {"en": "docs/index.md", "fr": "docs/fr/index.md"}
"""By language, the first page, whose lists of links are the chapters of the site."""
EVERY_FIGURE = "docs/every-figure.md"
ABOVE = {"docs/api.md": "api/*", "docs/figures.md": "every-figure"}
"""Pages above those that only the site has, with the names of these."""
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)")
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
_BADGES = re.compile(r"^\[!\[.*\n", re.MULTILINE)
_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def list_pages() -> list[Path]:
    """Return every page in the repository."""
    return sorted(path for pattern in PAGES for path in ROOT.glob(pattern))


def find_language(page: Path) -> str:
    """Return the language of a page."""
    return "fr" if ROOT / "docs" / "fr" in page.parents else "en"


def list_counterparts() -> dict[str, str]:
    """Return, by page without its suffix, the page in the other language, as Sphinx names both."""
    french = ROOT / "docs" / "fr"
    names = [page.relative_to(french).with_suffix("") for page in list_pages() if find_language(page) == "fr"]
    pairs = {f"docs/{name.as_posix()}": f"docs/fr/{name.as_posix()}" for name in names}
    return pairs | {second: first for first, second in pairs.items()}


def copy_pages(folder: Path, language: str, texts: Mapping[Path, str]) -> None:
    """Copy the pages of one language, with the pictures and files that they link to.

    Links to pages in another language become links of HTML, which Sphinx leaves as they are. Links to anything else,
    and to what tests keep, become text. Badges are left out: they are pictures of another host.

    Args:
        folder: The folder, which is replaced.
        language: The language.
        texts: The texts of pages that differ from those in the repository.
    """
    shutil.rmtree(folder, ignore_errors=True)
    every = set(list_pages())
    shown = {page for page in every if find_language(page) == language}
    for page in shown:
        text = _BADGES.sub("", texts.get(page) or page.read_text("utf8"))
        if page == ROOT / INDEXES[language]:
            text = _add_chapters(text, page, shown)
        if below := ABOVE.get(str(page.relative_to(ROOT))):
            text += f"\n```{{toctree}}\n:glob:\n:maxdepth: 1\n\n{below}\n```\n"
        copied = folder / page.relative_to(ROOT)
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_text(_replace_links(text, page, shown, every), "utf8")
        for named in list_linked_files(text, page):
            target = folder / named.relative_to(ROOT)
            if named not in every and named.is_file() and named.suffix != ".md":
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(named, target)


def strip_code_blocks(text: str) -> str:
    """Return a page without its fenced code blocks."""
    return _FENCED.sub("", text)


def list_linked_files(text: str, page: Path) -> Iterator[Path]:
    """Yield every file or folder of the repository that a page links to or shows.

    Args:
        text: The page as Markdown.
        page: Its path.

    Yields:
        The paths.
    """
    for pattern in (LINK, PICTURE):
        for _, target, *_ in pattern.findall(strip_code_blocks(text)):
            if target and ":" not in target:
                yield (page.parent / target).resolve()


def _replace_links(text: str, page: Path, shown: set[Path], every: set[Path]) -> str:
    """Turn links to pages in another language into HTML, and links to folders and pages outside the site into text."""

    def replace(link: re.Match[str]) -> str:
        words, target, place = link.groups()
        if not target or ":" in target:
            return link[0]
        named = (page.parent / target).resolve()
        if named in every - shown:
            address = f"{target.removesuffix('.md')}.html{place or ''}"
            return f'<a hreflang="{find_language(named)}" href="{address}">{words}</a>'
        kept = named.is_file() and named.suffix != ".md" and ROOT / "tests" not in named.parents
        return link[0] if named in shown or kept else words

    return "".join(part if part.startswith("```") else LINK.sub(replace, part) for part in _FENCED.split(text))


def _add_chapters(text: str, page: Path, shown: set[Path]) -> str:
    """Return the index with a table of contents for each of its lists of pages in its language."""
    chapters = []
    for chapter in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, listed = chapter.partition("\n")
        items = re.findall(r"^- .*$", listed, re.MULTILINE)
        linked = LINK.findall("\n".join(items))
        targets = [f"{words} <{target}>" for words, target, _ in linked if (page.parent / target).resolve() in shown]
        if targets:
            chapters.append("\n".join(["```{toctree}", ":hidden:", f":caption: {title}", "", *targets, "```"]))
    return "\n\n".join([text, *chapters]) + "\n"
