"""Which language a command answers in: the one that is asked for, otherwise the system's."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Annotated

import typer

from companion.errors import CompanionError
from companion.locale import Message
from companion.locale.languages import LANGUAGES, system_language, translations

Language = Annotated[str | None, typer.Option(help="en or fr; the system's language without it.")]
"""The option of the commands that have one."""


class UnknownLanguage(CompanionError):
    """A language that the companion does not speak."""


@dataclass
class Speech:
    """The language of this run of the program."""

    language: str = "en"
    translations: NullTranslations = field(default_factory=NullTranslations)


speech = Speech()


def spoken_in(language: str | None = None) -> NullTranslations:
    """The translations of ``--language``, or of the system's language; :func:`say` speaks it from here on.

    Raises :class:`UnknownLanguage` where there are none.
    """
    if language is not None and language not in LANGUAGES:
        raise UnknownLanguage(
            repr(language),
            Message("is not spoken here"),
            Message("write one of {known}", {"known": ", ".join(LANGUAGES)}),
        )
    speech.language = language or system_language(os.environ)
    speech.translations = translations(speech.language)
    return speech.translations


def say(message: Message | str) -> str:
    """The message in the language of this run; a text that has no language, such as a command, as it is."""
    return message if isinstance(message, str) else message.text(speech.translations)


def say_error(error: CompanionError) -> str:
    """The error's line in the language of this run."""
    return error.line(speech.translations)
