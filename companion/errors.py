"""The one shape of every error a person may see: the thing, the reason, the next step."""

from __future__ import annotations

import sys
import traceback
from gettext import NullTranslations

from companion.locale import Message
from companion.locale.escape import escape_controls


def within(place: str, thing: Message | str) -> Message | str:
    """The thing of an error that lies at a place of something larger: ``place: thing``."""
    return Message("{place}: {thing}", {"place": place, "thing": thing}) if str(thing) else place


class CompanionError(Exception):
    """Something could not be done. ``thing`` is what it concerns, ``reason`` why, ``next_step`` what to do.

    Rooms derive their own types from it, so that a caller can tell them apart; the edges print
    :meth:`line` and nothing else.
    """

    def __init__(self, thing: Message | str, reason: Message | str, next_step: Message | str | None = None) -> None:
        self.thing = thing
        self.reason = reason if isinstance(reason, Message) else Message("{said}", {"said": reason})
        self.next_step = next_step if isinstance(next_step, Message | None) else Message("{said}", {"said": next_step})
        super().__init__(str(thing))

    def __str__(self) -> str:
        return self.line()

    def line(self, translations: NullTranslations | None = None) -> str:
        """One line, ``thing: reason; next step``, in the language of ``translations``."""
        said: dict[str, Message | str] = {"thing": self.thing, "reason": self.reason}
        line = Message("{thing}: {reason}", said)
        if self.next_step is not None:
            line = Message("{thing}: {reason}; {next_step}", {**said, "next_step": self.next_step})
        return " ".join(line.text(translations or NullTranslations()).split())


class InternalError(CompanionError):
    """A fault of the program's own, ``__cause__``, where nobody could be given it but the people at the table."""


def as_companion_error(error: Exception) -> CompanionError:
    """An error as people are told it: itself, or :class:`Unforeseen`, with its trace on standard error."""
    if isinstance(error, CompanionError):
        return error
    for line in "".join(traceback.format_exception(error)).splitlines():
        print(escape_controls(line), file=sys.stderr, flush=True)
    unforeseen = InternalError(
        Message("the companion"),
        Message("met a fault of its own ({why})", {"why": f"{type(error).__name__}: {error}"}),
        Message("look whether everything is as it should be, and go on"),
    )
    unforeseen.__cause__ = error
    return unforeseen


def report_on_stderr(error: Exception) -> None:
    """Tells whoever reads standard error of an error that was raised where nobody waits for an answer."""
    print(escape_controls(f"companion: {as_companion_error(error).line()}"), file=sys.stderr, flush=True)
