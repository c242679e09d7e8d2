"""Completes the theme's pages for readers who use a keyboard or a screen reader."""

import re
from pathlib import Path

_LABELS = {
    "en": {"sidebar-drawer": "All pages", "toc-drawer": "Contents of this page", "search": "Search"},
    "fr": {"sidebar-drawer": "Toutes les pages", "toc-drawer": "Sommaire de cette page", "search": "Recherche"},
}
"""By language, the names of the theme's areas by their class, and the heading of the search page."""


def complete_pages(site: Path, language: str) -> None:
    """Complete every page below a folder; the result passes axe-core's rules.

    Args:
        site: The folder.
        language: The language of the pages.
    """
    for page in site.rglob("*.html"):
        page.write_text(_complete(page.read_text("utf8"), page.name, language), "utf8")


def _complete(html: str, name: str, language: str) -> str:
    labels = _LABELS[language]
    html = html.replace('<p class="caption" role="heading">', '<p class="caption" role="heading" aria-level="2">')
    for area in ("sidebar-drawer", "toc-drawer"):
        html = re.sub(rf'<aside class="({area}[^"]*)">', rf'<aside class="\1" aria-label="{labels[area]}">', html)
    # What may be wider than a phone scrolls sideways, so the keyboard must reach it.
    html = re.sub(r'<(pre|div class="table-wrapper[^"]*")>', r'<\1 tabindex="0">', html)
    if name == "search.html":
        html = html.replace("<noscript>", f"<h1>{labels['search']}</h1>\n<noscript>", 1)
    return html
