"""The base of every error that people may see: the thing, the reason, the next step."""

import re
import sys
import traceback
from gettext import NullTranslations

from companion.locale import Message, sentence
from companion.locale.message import escape_controls


def within(place: str, thing: Message | str) -> Message | str:
    """Return the thing of an error with its place in something larger: ``place: thing``."""
    return Message("{place}: {thing}", {"place": place, "thing": thing}) if str(thing) else place


def one_line(text: str) -> str:
    r"""Return the text in one line, with single spaces; those that no line may break at stay.

    >>> one_line("a\n  b\u00a0: c ")
    'a b\xa0: c'
    """
    return _SPACES.sub(" ", text).strip()


_SPACES = re.compile(r"[^\S\u00a0]+")


class CompanionError(Exception):
    """Something could not be done. Packages derive their own types from it; interfaces print :meth:`line` alone.

    Args:
        thing: What the error is about.
        reason: Why it could not be done.
        next_step: What people can do about it, if anything.
    """

    def __init__(self, thing: Message | str, reason: Message | str, next_step: Message | str | None = None) -> None:
        self.thing = thing
        self.reason = reason if isinstance(reason, Message) else Message("{said}", {"said": reason})
        self.next_step = next_step if isinstance(next_step, Message | None) else Message("{said}", {"said": next_step})
        super().__init__(str(thing))

    def __str__(self) -> str:
        return self.line()

    def line(self, translations: NullTranslations | None = None) -> str:
        """Return one line, ``thing: reason. Next step.``, in the language of ``translations``."""
        return one_line(self.message().text(translations or NullTranslations()))

    def message(self) -> Message:
        """Return the error as a message for people."""
        values: dict[str, Message | str] = {"thing": self.thing, "reason": self.reason}
        if self.next_step is None:
            return Message("{thing}: {reason}", values)
        return Message("{thing}: {reason}. {next_step}.", {**values, "next_step": sentence(self.next_step)})


class InternalError(CompanionError):
    """A fault of the program's own, shown to the people at the table; ``__cause__`` is the fault."""


def as_companion_error(error: Exception) -> CompanionError:
    """Return the error as people see it: itself, or an :class:`InternalError`, whose trace goes to standard error."""
    if isinstance(error, CompanionError):
        return error
    for line in "".join(traceback.format_exception(error)).splitlines():
        print(escape_controls(line), file=sys.stderr, flush=True)
    internal = InternalError(
        Message("Decktet companion"),
        Message("unexpected error ({why})", {"why": f"{type(error).__name__}: {error}"}),
        Message("check your game, then continue"),
    )
    internal.__cause__ = error
    return internal


def report_on_stderr(error: Exception) -> None:
    """Print an error that was raised on a thread of its own to standard error."""
    print(escape_controls(f"companion: {as_companion_error(error).line()}"), file=sys.stderr, flush=True)
