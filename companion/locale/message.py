"""Messages: English sentences with values, translated when they are shown.

Rules, journals and readers return a :class:`Message`; only a screen or a terminal translates it. So pure code never
imports a catalogue.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Protocol

_BEYOND_ASCII = "\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""Control characters that JSON allows, marks of reading direction, and surrogates (undecodable bytes)."""
_COMMANDS = re.compile(f"[\x00-\x1f{_BEYOND_ASCII}]")
"""All control characters, line ends among them: a name must not start a new line."""
_COMMANDS_IN_JSON = re.compile(f"[{_BEYOND_ASCII}]")


def escape_controls(text: str) -> str:
    r"""Return the text as one line, with control characters written as escape sequences.

    >>> escape_controls("Ann\x1b[2J\n☺")
    'Ann\\x1b[2J\\n☺'
    """
    return _COMMANDS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def escape_json_controls(text: str) -> str:
    r"""Return a JSON document with control characters written as JSON's escape sequences; its values stay the same.

    >>> escape_json_controls('{"name": "Ann\x9b2J☺"}')
    '{"name": "Ann\\u009b2J☺"}'
    """
    return _COMMANDS_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


_ENGLISH = NullTranslations()
_ELIDED = re.compile(r"\b(d|qu)e (?=\{(\w+)\})", re.IGNORECASE)
"""The words of a French sentence that lose their *e* if the value after them begins with a vowel."""


class Speakable(Protocol):
    """Anything with a translatable name: a suit, a card, an amount of tokens."""

    def wording(self) -> Message:
        """Return its name."""


Value = int | str | float | Speakable
Wording = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Message:
    """A translatable sentence with its values.

    Args:
        template: The English text with ``{named}`` places.
        values: The values of these places.
        plural: The English text for many, if the grammar depends on a number.
        count: The name of the value that is this number.

    >>> str(Message("{player} rolled {dice}", {"player": "Ann", "dice": 9}))
    'Ann rolled 9'
    >>> str(Message("{n} token", {"n": 3}, plural="{n} tokens", count="n"))
    '3 tokens'
    """

    template: str
    values: Wording = field(default_factory=dict)
    plural: str | None = None
    count: str | None = None

    def wording(self) -> Message:
        """Return itself, so that messages nest."""
        return self

    def text(self, translations: NullTranslations = _ENGLISH) -> str:
        """Return the sentence in the language of ``translations``, English if it is not translated."""
        values = {name: self._translate_value(value, translations) for name, value in self.values.items()}
        template = self._translate(translations)
        if translations.info().get("language") == "fr":
            template = _ELIDED.sub(
                lambda found: f"{found[1]}’" if _begins_with_vowel(values.get(found[2])) else found[0], template
            )
        return template.format_map(values)

    def __str__(self) -> str:
        return self.text()

    def _translate(self, translations: NullTranslations) -> str:
        if self.plural is None or self.count is None:
            return translations.gettext(self.template)
        number = self.values[self.count]
        if not isinstance(number, int):
            raise TypeError(f"the counting value {self.count!r} of {self.template!r} is no number")
        return translations.ngettext(self.template, self.plural, number)

    @staticmethod
    def _translate_value(value: Value, translations: NullTranslations) -> object:
        if isinstance(value, int | float | str):
            return value
        return value.wording().text(translations)


def _begins_with_vowel(value: object) -> bool:
    return unicodedata.normalize("NFD", str(value))[:1].lower() in {*"aeiouœ"}


class _Sentence(Message):
    __slots__ = ()

    def text(self, translations: NullTranslations = _ENGLISH) -> str:
        text = Message.text(self, translations)
        return text[:1].upper() + text[1:]


def sentence(message: Message) -> Message:
    """Return the message with a capital letter, for the beginning of a sentence inside a longer text.

    >>> str(Message("{what}. {next}", {"what": "games.db: damaged", "next": sentence(Message("restore a backup"))}))
    'games.db: damaged. Restore a backup'
    """
    return _Sentence(message.template, message.values, message.plural, message.count)


def decimal(number: float, places: int) -> Message:
    """Return a number with this many decimal places, after the language's decimal sign.

    >>> str(decimal(2.5, 2))
    '2.50'
    """
    whole, part = f"{number:.{places}f}".split(".")
    return Message("{whole}.{part}", {"whole": whole, "part": part})


def alternatives(parts: Sequence[Value]) -> Message:
    """Join one or more things of which one is to be chosen, the last by "or".

    >>> str(alternatives([2, 3])), str(alternatives(["Ann", "Ben", "Cleo"]))
    ('2 or 3', 'Ann, Ben or Cleo')
    """
    *before, last = parts
    if not before:
        return Message("{said}", {"said": last})
    line: Value = before[0]
    for part in before[1:]:
        line = Message("{these}, {one}", {"these": line, "one": part})
    return Message("{these} or {one}", {"these": line, "one": last})


def listed(parts: Sequence[Speakable]) -> Message:
    """Join one or more things, the last by "and".

    >>> str(listed([Message("Suns"), Message("Waves"), Message("Knots")]))
    'Suns, Waves and Knots'
    """
    *before, last = parts
    if not before:
        return last.wording()
    line: Speakable = before[0]
    for part in before[1:]:
        line = Message("{these}, {one}", {"these": line, "one": part})
    return Message("{these} and {one}", {"these": line, "one": last})
