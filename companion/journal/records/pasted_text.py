"""Lines of a game as mail programs and chats give them back: without quotes, fences and wrapping."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError
from companion.games.errors import UnreadableDocument
from companion.locale import Message

_QUOTED = re.compile(r"\s*(?:>\s?)+")
"""Marks of quoted mail, nested. No notation of a game has any of them."""
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})\s*[\w+-]*\s*")
_LONGEST = 60
"""How many lines one line of a game may be wrapped into: 4,000 characters at a width of 72."""
_TRIES = 30_000
"""How many joined lines are tried in one file. A wrapped game of a thousand moves takes a few thousand."""


@dataclass(frozen=True, slots=True)
class PastedLine:
    """One line of the file, without its decoration.

    ``full`` is true where the next word did not fit, so that the line may go on in the next one.
    """

    number: int
    text: str
    full: bool = False


def pasted_lines(text: str, first: str) -> list[PastedLine]:
    """Return the lines of a game in a text, without quotes and fences.

    Args:
        text: The whole text.
        first: The word with which the game's first line begins. What stands before that line says nothing.

    Returns:
        The lines that are not blank; none where the word is missing.
    """
    raw = text.splitlines()
    begins = re.compile(re.escape(first) + r"\s+\d+\s+\S")
    named = [at for at, line in enumerate(raw) if _unquoted(line).startswith(first)]
    if not named:
        return []
    at = next((at for at in named if begins.match(_unquoted(raw[at]))), named[0])
    widest = max(len(line.rstrip()) for line in raw[at:])
    bare = map(_unquoted, raw[at:])
    found = [(number, line) for number, line in enumerate(bare, start=at + 1) if line and not _FENCE.fullmatch(line)]
    following = [line.split()[0] for _, line in found[1:]] + [""]
    return [
        PastedLine(number, line, _is_full(raw[number - 1], word, widest))
        for (number, line), word in zip(found, following, strict=True)
    ]


def unquoted(text: str) -> str:
    """Return a text without marks of quoted mail and without fences, for a document that is not in lines."""
    return "\n".join(_unquoted(line) for line in text.splitlines() if not _FENCE.fullmatch(_unquoted(line)))


def joined(lines: Sequence[PastedLine], read: Callable[[int, str], Any], ends: Callable[[str], bool]) -> Iterator[Any]:
    """Read every line with ``read``, and what was wrapped as one.

    A line that does not read alone is read together with those after it, otherwise as the end of the one before.

    Args:
        lines: Lines of a game.
        read: Reads one whole line, whose number it takes for its errors, which are :class:`CompanionError`.
        ends: Whether this line, and all after it, need not be read.

    Yields:
        What the lines read as, in their order.

    Raises:
        CompanionError: What ``read`` raises for the first line that cannot be read.
    """
    stop = next((at for at, line in enumerate(lines) if ends(line.text)), len(lines))
    return _Joining(lines[:stop], read).values()


class _Joining:
    """One pass over the lines, with a limit on attempts."""

    def __init__(self, lines: Sequence[PastedLine], read: Callable[[int, str], Any]) -> None:
        self._lines, self._read, self._tries = lines, read, _TRIES

    def values(self) -> Iterator[Any]:
        """Yield what the lines read as."""
        at = before = 0
        kept: list[Any] = []
        while at < len(self._lines):
            try:
                value, after = self._shortest(at, at + 1)
                yield from kept
                before = at
            except CompanionError as error:
                if not kept:
                    raise
                value, after = self._longer(before, at + 1, error)
            kept, at = [value], after
        yield from kept

    def _longer(self, start: int, least: int, error: CompanionError) -> tuple[Any, int]:
        """Read the line that starts there together with more lines; raise ``error`` if that fails too."""
        try:
            return self._shortest(start, least)
        except CompanionError:
            raise error from None

    def _shortest(self, start: int, least: int) -> tuple[Any, int]:
        """Read the fewest lines from ``start``, at least those up to ``least``; return the value and the next start."""
        failed: CompanionError | None = None
        for end in range(start + 1, min(len(self._lines), start + _LONGEST) + 1):
            parts = [line.text for line in self._lines[start:end]]
            if end < least:
                continue
            self._tries -= end > start + 1
            try:
                return self._read(self._lines[start].number, _as_one(parts)), end
            except CompanionError as error:
                failed = failed or error
            if failed is not None and self._tries < 0:
                break
        if failed is None:
            raise UnreadableDocument(f"line {self._lines[start].number}", Message("not a line of a game"))
        raise failed


def _as_one(parts: Sequence[str]) -> str:
    """Return the line that was wrapped into these; one that ends with a hyphen was wrapped within a word."""
    gaps = ["" if re.search(r"\w-$", part) else " " for part in parts[:-1]]
    return "".join(part + gap for part, gap in zip(parts, [*gaps, ""], strict=True))


def _unquoted(line: str) -> str:
    quoted = _QUOTED.match(line)
    return line[quoted.end() if quoted else 0 :].strip()


def _is_full(raw: str, word: str, widest: int) -> bool:
    flowed = raw.endswith(" ")
    return bool(word) and (flowed or len(raw.rstrip()) + 1 + len(word) > widest)
