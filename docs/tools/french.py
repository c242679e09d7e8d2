"""The French texts of the pictures about Magnate, which ``french.toml`` holds."""

import tomllib

from docs.tools.site_pages import ROOT

_FRENCH = tomllib.loads((ROOT / "docs" / "tools" / "french.toml").read_text("utf8"))


def translate(text: str) -> str:
    """Return a text of a picture in French; numbers stay as they are.

    Raises ``KeyError`` for a text without a translation.
    """
    translation: str = text if not any(letter.isalpha() for letter in text) else _FRENCH[text]
    return translation.replace(" :", "\u00a0:").replace(" ;", "\u202f;").replace(" ?", "\u202f?")
