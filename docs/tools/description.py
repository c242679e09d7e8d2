"""The README as an index of packages shows it: what it links to and shows, by whole addresses."""

from __future__ import annotations

import re


def with_addresses(text: str, home: str) -> str:
    """Markdown in which every path of the repository is an address under ``home``."""
    pictures = re.sub(r"!\[([^\]]*)\]\((?!\w+:)([^)]+)\)", rf"![\1]({home}/raw/main/\2)", text)
    return re.sub(r"(?<!!)\[([^\]]*)\]\((?!\w+:|#)([^)]+)\)", rf"[\1]({home}/blob/main/\2)", pictures)
