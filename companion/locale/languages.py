"""The languages there are, and their catalogues."""

from __future__ import annotations

import gettext
from pathlib import Path

LANGUAGES = {"en": "English", "fr": "Français"}
"""Language code to its own name for itself; the templates are in the first."""

DOMAIN = "companion"
CATALOGUES = Path(__file__).parent


def translations(language: str) -> gettext.NullTranslations:
    """What ``Message.text`` needs to speak one of :data:`LANGUAGES`; ``FileNotFoundError`` for any other."""
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, CATALOGUES, [language])
