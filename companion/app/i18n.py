"""The language of the screen, switched while everybody looks at it.

kv text that reads ``words._`` or ``words.say`` is evaluated anew by Kivy when they change.
"""

from __future__ import annotations

from gettext import NullTranslations

from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty, OptionProperty

from companion.errors import CompanionError
from companion.games.errors import BrokenRule
from companion.locale import Message
from companion.locale.languages import LANGUAGES, translations


class Words(EventDispatcher):
    """The words of one language: ``_`` and ``ngettext`` for the screens' own, ``say`` for a Message."""

    language = OptionProperty("en", options=list(LANGUAGES))
    _ = ObjectProperty()
    ngettext = ObjectProperty()
    say = ObjectProperty()
    head = ObjectProperty()
    """As ``say``, for the beginning of a line: with a capital."""

    def __init__(self) -> None:
        super().__init__()
        self._take(NullTranslations())

    def on_language(self, _words: Words, language: str) -> None:
        self._take(translations(language))

    def say_error(self, error: CompanionError) -> str:
        """An error's line in the language of the screen; of a broken rule the sentence first, its number behind it."""
        if not isinstance(error, BrokenRule):
            return error.line(self.translations)
        line = Message("{reason} ({rule})", {"reason": error.reason, "rule": error.rule})
        if error.next_step is not None:
            line = Message("{these}; {one}", {"these": line, "one": error.next_step})
        return " ".join(str(self.head(line)).split())

    def _take(self, spoken: NullTranslations) -> None:
        self.translations = spoken

        def say(message: Message | None) -> str:
            return message.text(spoken) if message is not None else ""

        def head(message: Message | None) -> str:
            said = say(message)
            return said[:1].upper() + said[1:]

        self._, self.ngettext, self.say, self.head = spoken.gettext, spoken.ngettext, say, head


words = Words()
