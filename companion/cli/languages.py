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


class UnknownLanguage(CompanionError):
    """A language into which the companion is not translated."""


@dataclass
class ActiveLanguage:
    """The language of this run of the program."""

    language: str = "en"
    translations: NullTranslations = field(default_factory=NullTranslations)


active_language = ActiveLanguage()


def set_language(language: str | None = None) -> None:
    """Set the language of this run.

    Args:
        language: The value of ``--language``; None: the system's language.

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


Language = Annotated[
    str | None, typer.Option(callback=set_language, help="The language: en or fr. Default: the system's language.")
]
"""The ``--language`` option; it takes effect while the command line is parsed."""


def translate(text: Message | CompanionError | str) -> str:
    """Return a message, or an error's line, in the language of this run; a text that has no language as it is."""
    if isinstance(text, CompanionError):
        return text.line(active_language.translations)
    return text if isinstance(text, str) else text.text(active_language.translations)
