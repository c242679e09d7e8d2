"""The languages there are, and their catalogues."""

from __future__ import annotations

import gettext
import locale
from collections.abc import Mapping
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


def system_language(variables: Mapping[str, str]) -> str:
    """The first language that these environment variables ask for and that is spoken here; English otherwise.

    They count as for gettext: the first of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` that is set, and ``LANGUAGE``
    before it where it is no ``C``. Where none is set, what the system says of itself counts (Windows).

    >>> system_language({"LANG": "fr_CA.UTF-8"}), system_language({"LANG": "de_DE"}), system_language({"LC_ALL": "C"})
    ('fr', 'en', 'en')
    """
    set_ = next((variables[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if variables.get(name)), None)
    usual = set_ if set_ is not None else locale.getlocale()[0] or "C"
    wanted = [] if usual.partition(".")[0] in ("C", "POSIX") else [*variables.get("LANGUAGE", "").split(":"), usual]
    return next((code for one in wanted if (code := one[:2].lower()) in LANGUAGES), "en")
