"""The language of the screens, switched while they are shown.

Kivy evaluates kv text that reads ``words._`` or ``words.say`` again when they change.
"""

from __future__ import annotations

from gettext import NullTranslations

from kivy.properties import ObjectProperty, OptionProperty

from companion.app.window.broadcaster import Broadcaster
from companion.errors import CompanionError
from companion.games.errors import error_line
from companion.locale import Message
from companion.locale.languages import LANGUAGES, translations


class Words(Broadcaster):
    """The translations of one language: ``_`` and ``ngettext`` for texts of screens, ``say`` for a ``Message``."""

    language = OptionProperty("en", options=list(LANGUAGES))
    _ = ObjectProperty()
    ngettext = ObjectProperty()
    say = ObjectProperty()
    head = ObjectProperty()
    """Like ``say``, with a capital letter for the beginning of a line."""

    def __init__(self) -> None:
        super().__init__()
        self._take(NullTranslations())

    def on_language(self, _words: Words, language: str) -> None:
        """Load the translations of the new language."""
        self._take(translations(language))

    def say_error(self, error: CompanionError) -> str:
        """Return an error's line in the current language; for a broken rule its sentence, then its number."""
        return error_line(error, self.translations)

    def _take(self, catalogue: NullTranslations) -> None:
        self.translations = catalogue

        def say(message: Message | None) -> str:
            return message.text(catalogue) if message is not None else ""

        def head(message: Message | None) -> str:
            text = say(message)
            return text[:1].upper() + text[1:]

        self._, self.ngettext, self.say, self.head = catalogue.gettext, catalogue.ngettext, say, head


words = Words()
