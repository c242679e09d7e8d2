"""Which language a command answers in."""

from __future__ import annotations

from gettext import NullTranslations

from companion.errors import CompanionError
from companion.locale import Message
from companion.locale.languages import LANGUAGES, translations


class UnknownLanguage(CompanionError):
    """A language that the companion does not speak."""


def spoken_in(language: str) -> NullTranslations:
    """The translations of ``--language``; :class:`UnknownLanguage` where there are none."""
    if language not in LANGUAGES:
        raise UnknownLanguage(
            repr(language),
            Message("is not spoken here"),
            Message("write one of {known}", {"known": ", ".join(LANGUAGES)}),
        )
    return translations(language)
