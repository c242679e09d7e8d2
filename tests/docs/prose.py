"""Prose of the pages and messages: sentences, links, pictures and words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from docs.tools.site_pages import ROOT, strip_code_blocks
from tests.code_figures import retired_words

MEAN = 14
"""Most words in a sentence, in the mean of a page."""
LONGEST = 25
"""Most words in any sentence or table cell."""
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/*.md",
    "docs/fr/*.md",
    "docs/experiments/*.md",
    "hardware/*/*.md",
    "firmware_bridge/*.md",
    "models/*.md",
    "tests/README.md",
)
"""Patterns of the pages whose prose is checked."""
LISTS_OF_FACTS = {"commands.md", "figures.md", "FIGURES.md"}
"""Pages that are generated from command help or from measurements."""
ABBREVIATIONS = ("e.g.", "i.e.", "etc.", "v.", "vs.", "approx.", "no.", "p. ex.", "c.-à-d.", "env.", "max.", "min.")
"""Abbreviations whose full stop ends no sentence."""
VAGUE_LINKS = re.compile(
    r"(here|this|link|more|its page|own page|page|card|(a|its) page of its own|ici)", re.IGNORECASE
)
"""Link texts that do not say where a link leads."""

_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)\s]*\)")
_PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
_CODE = re.compile(r"(`+)(?:(?!\1).)+?\1", re.DOTALL)
_GENERATED = re.compile(r"<!-- (\w+): begin -->.*?<!-- \1: end -->", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+")
_END = re.compile(r"(?<=[.!?…])[”»)\"']*\s+(?=(?:[\"'«“(]\s*)*[A-ZÀ-ÖØ-Þ0-9\x00{])")
_QUOTED = re.compile(r"\*\*(?:(?!\*\*).)+\*\*\s+[—·](?=\s)")
"""A message of the program before its explanation; messages have checks of their own."""
_PLACEHOLDER = "\x00"


def list_user_pages() -> list[Path]:
    """Return the pages whose prose is checked."""
    found = {path for pattern in PAGES for path in ROOT.glob(pattern)}
    return sorted(path for path in found if path.name not in LISTS_OF_FACTS)


def list_blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the blocks of a page without its code, headings and generated tables.

    Args:
        text: The page as Markdown.

    Yields:
        The kind of each block, ``prose``, ``item`` or ``cell``, and its text in one line.
    """
    kind, lines = "prose", list[str]()
    written = _COMMENT.sub("", _GENERATED.sub("", strip_code_blocks(text)))
    for line in [*written.splitlines(), ""]:
        table = line.lstrip().startswith("|")
        starts = not line.strip() or table or line.startswith("#") or _ITEM.match(line)
        if starts and lines:
            yield kind, " ".join(lines)
            kind, lines = "prose", []
        if table:
            yield from (("cell", cell.strip()) for cell in re.split(r"(?<!\\)\|", line)[1:-1] if cell.strip(" :-"))
        elif _ITEM.match(line):
            kind, lines = "item", [_ITEM.sub("", line).strip()]
        elif not starts and (lines or not line.startswith("    ")):
            lines.append(line.strip())


def plain(markdown: str) -> str:
    """Return a block of Markdown as a reader sees it; a code span is one word."""
    text = _PICTURE.sub("", _QUOTED.sub("", markdown))
    text = _CODE.sub(_PLACEHOLDER, text)
    text = _LINK.sub(r"\1", text)
    return text.replace("**", "").replace("*", "")


def split_sentences(text: str) -> list[str]:
    """Split plain text into sentences; a full stop in an abbreviation, a number or a code span ends none."""
    for abbreviation in ABBREVIATIONS:
        pattern = rf"(?<!\w){re.escape(abbreviation)}(?=\s)"
        text = re.sub(pattern, lambda found: found[0].replace(".", "\x01"), text, flags=re.IGNORECASE)
    return [sentence.replace("\x01", ".").strip() for sentence in _END.split(text) if sentence.strip()]


def count_words(sentence: str) -> int:
    """Return the number of words in a sentence, as textstat counts them; a code span or a placeholder is one word."""
    text = re.sub(r"\{\w+\}", "word", sentence.replace(_PLACEHOLDER, "word"))
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def sentences(text: str, *kinds: str) -> list[str]:
    """Return the sentences of these kinds of blocks in a page."""
    found = (plain(block) for kind, block in list_blocks(text) if kind in kinds)
    return [sentence for block in found for sentence in split_sentences(block) if count_words(sentence)]


def mean_words(text: str) -> float:
    """Return the mean number of words in a sentence of a page's paragraphs, 0 for a page without any."""
    counts = [count_words(sentence) for sentence in sentences(text, "prose")]
    return sum(counts) / len(counts) if counts else 0.0


def long_sentences(text: str) -> list[str]:
    """Return the sentences of paragraphs, list items and table cells that are too long."""
    everything = sentences(text, "prose", "item", "cell")
    return [sentence.replace(_PLACEHOLDER, "`…`") for sentence in everything if count_words(sentence) > LONGEST]


def long_cells(text: str) -> list[str]:
    """Return the table cells that hold too many words."""
    return [cell for kind, cell in list_blocks(text) if kind == "cell" and count_words(plain(cell)) > LONGEST]


def vague_links(text: str) -> list[str]:
    """Return link texts that do not say where the link leads, and bare addresses."""
    body = _QUOTED.sub("", strip_code_blocks(text))
    named = [words for words in _LINK.findall(body) if VAGUE_LINKS.fullmatch(plain(words).strip())]
    bare = re.findall(r"(?<![(\w`<\"'])https?://\S+", _CODE.sub("", _LINK.sub(r"\1", body)))
    return named + bare


def pictures_without_alt_text(text: str) -> list[str]:
    """Return the pictures that do not say what they show."""
    return [target for alt, target in _PICTURE.findall(strip_code_blocks(text)) if not alt.strip()]


def retired_in(text: str) -> list[str]:
    """Return the retired words of the glossary that stand in plain text; names of placeholders do not count."""
    words = "|".join(sorted(retired_words()))
    text = re.sub(r"\{\w+\}", "", text)
    return [found[0].lower() for found in re.finditer(rf"(?<![\w'’-])(?:{words})(?![\w-])", text, re.IGNORECASE)]


def page_text(path: Path) -> str:
    """Return everything in a page that a reader reads as prose: paragraphs, items, cells and headings."""
    text = path.read_text("utf8")
    headings = re.findall(r"^#+ (.*)$", strip_code_blocks(text), re.MULTILINE)
    return "\n".join([*(plain(block) for _, block in list_blocks(text)), *map(plain, headings)])
