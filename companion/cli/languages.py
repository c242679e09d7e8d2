"""The language of a command's output: that of ``--language``, else the system's."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Annotated

import typer

from companion.errors import CompanionError
from companion.locale import Message
from companion.locale.languages import LANGUAGES, system_language, translations

Language = Annotated[str | None, typer.Option(help="The language: en or fr. Default: the system's language.")]
"""The ``--language`` option."""


class UnknownLanguage(CompanionError):
    """A language into which the companion is not translated."""


@dataclass
class ActiveLanguage:
    """The language of this run of the program."""

    language: str = "en"
    translations: NullTranslations = field(default_factory=NullTranslations)


active_language = ActiveLanguage()


def set_language(language: str | None = None) -> NullTranslations:
    """Set the language of this run.

    Args:
        language: The value of ``--language``; None: the system's language.

    Returns:
        Its translations.

    Raises:
        UnknownLanguage: There are no translations into this language.
    """
    if language is not None and language not in LANGUAGES:
        raise UnknownLanguage(
            repr(language),
            Message("unsupported language"),
            Message("choose from: {known}", {"known": ", ".join(LANGUAGES)}),
        )
    active_language.language = language or system_language(os.environ)
    active_language.translations = translations(active_language.language)
    return active_language.translations


def translate(message: Message | str) -> str:
    """Return the message in the language of this run; a text that has no language, such as a command, as it is."""
    return message if isinstance(message, str) else message.text(active_language.translations)


def translate_error(error: CompanionError) -> str:
    """Return the error's line in the language of this run."""
    return error.line(active_language.translations)
