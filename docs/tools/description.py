"""Prepares the README for a package index, with absolute links."""

import re


def resolve_links(text: str, home: str) -> str:
    """Return Markdown in which every relative path is an address.

    Args:
        text: The Markdown.
        home: The address of the repository.

    Returns:
        The Markdown.
    """
    pictures = re.sub(r"!\[([^\]]*)\]\((?!\w+:)([^)]+)\)", rf"![\1]({home}/raw/main/\2)", text)
    return re.sub(r"(?<!!)\[([^\]]*)\]\((?!\w+:|#)([^)]+)\)", rf"[\1]({home}/blob/main/\2)", pictures)
