"""The one shape of every error a person may see: the thing, the reason, the next step."""

from __future__ import annotations

from gettext import NullTranslations

from companion.locale import Message


class CompanionError(Exception):
    """Something could not be done. ``thing`` is what it concerns, ``reason`` why, ``next_step`` what to do.

    Rooms derive their own types from it, so that a caller can tell them apart; the edges print
    :meth:`line` and nothing else.
    """

    def __init__(self, thing: str, reason: Message | str, next_step: Message | str | None = None) -> None:
        self.thing = thing
        self.reason = reason if isinstance(reason, Message) else Message("{said}", {"said": reason})
        self.next_step = next_step if isinstance(next_step, Message | None) else Message("{said}", {"said": next_step})
        super().__init__(thing)

    def __str__(self) -> str:
        return self.line()

    def line(self, translations: NullTranslations | None = None) -> str:
        """One line, ``thing: reason; next step``, in the language of ``translations``."""
        spoken = translations or NullTranslations()
        parts = self.reason.text(spoken)
        if self.next_step is not None:
            parts += f"; {self.next_step.text(spoken)}"
        return " ".join(f"{self.thing}: {parts}".split())
