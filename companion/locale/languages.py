"""The supported languages and their catalogues."""

import gettext
import locale
from collections.abc import Mapping
from functools import cache
from pathlib import Path

LANGUAGES = {"en": "English", "fr": "Français"}
"""By code, each language's own name; messages are written in the first."""

DOMAIN = "companion"
CATALOGUES = Path(__file__).parent


@cache
def translations(language: str) -> gettext.NullTranslations:
    """Return the translations into one of :data:`LANGUAGES`; raise ``FileNotFoundError`` for any other."""
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, CATALOGUES, [language])


def system_language(variables: Mapping[str, str]) -> str:
    """Return the first supported language of these environment variables, English if there is none.

    They count as for gettext: the first of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` that is set, and ``LANGUAGE``
    before it unless that is ``C``. If none is set, the system's own setting counts (Windows).

    Args:
        variables: The environment.

    Returns:
        The language's code.

    >>> system_language({"LANG": "fr_CA.UTF-8"}), system_language({"LANG": "de_DE"}), system_language({"LC_ALL": "C"})
    ('fr', 'en', 'en')
    """
    set_ = next((variables[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if variables.get(name)), None)
    usual = set_ if set_ is not None else locale.getlocale()[0] or "C"
    wanted = [] if usual.partition(".")[0] in ("C", "POSIX") else [*variables.get("LANGUAGE", "").split(":"), usual]
    return next((code for one in wanted if (code := one[:2].lower()) in LANGUAGES), "en")
