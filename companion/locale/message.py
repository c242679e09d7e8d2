"""A sentence kept apart from its language until somebody reads it.

Rules, journals and readers say *what* happened as a :class:`Message`; only the edge that shows
it (a screen, a terminal) knows in which language. So pure code never imports gettext.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Protocol

_ENGLISH = NullTranslations()


class Speakable(Protocol):
    """Anything that has a name people say: a suit, a card, an amount of tokens."""

    def wording(self) -> Message: ...


Value = int | str | float | Speakable
Wording = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Message:
    """A translatable sentence with its values.

    ``template`` is the English text with ``{named}`` places; where the grammar depends on a number,
    ``plural`` is the text for many and ``count`` names the value that decides.

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
        """A message is its own wording, so that messages nest."""
        return self

    def text(self, translations: NullTranslations = _ENGLISH) -> str:
        """The sentence in the language of ``translations`` (English where it has no such text)."""
        return self._translated(translations).format_map(
            {name: self._spoken(value, translations) for name, value in self.values.items()}
        )

    def __str__(self) -> str:
        return self.text()

    def _translated(self, translations: NullTranslations) -> str:
        if self.plural is None or self.count is None:
            return translations.gettext(self.template)
        number = self.values[self.count]
        if not isinstance(number, int):
            raise TypeError(f"the counting value {self.count!r} of {self.template!r} is no number")
        return translations.ngettext(self.template, self.plural, number)

    @staticmethod
    def _spoken(value: Value, translations: NullTranslations) -> object:
        if isinstance(value, int | float | str):
            return value
        return value.wording().text(translations)


def alternatives(parts: Sequence[Value]) -> Message:
    """One or more things of which one is to be chosen, the last joined by "or".

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
    """One or more things in a row, the last joined by "and".

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
