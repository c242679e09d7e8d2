"""What the page itself says, beside what the game says."""

from __future__ import annotations

from gettext import NullTranslations

from companion.locale import Message

WORDS = {
    "code": Message("Code"),
    "enter": Message("Come in"),
    "wrong": Message("This code is not good, or not any more. Ask at the table for another one."),
    "away": Message("The table cannot be reached; this is how it stood."),
    "look": Message("Light or dark"),
    "sent": Message("Asked at the table."),
    "kept": Message("Done."),
    "back": Message("Not this"),
    "go": Message("Say it"),
    "hand": Message("Note the cards in your hand"),
    "note": Message("Note them"),
    "drop": Message("Not in hand any more"),
    "sealed": Message("Your answer is in. Answer otherwise?"),
}
"""By the names that the page has for them."""


def words(spoken: NullTranslations) -> dict[str, str]:
    """All of them in one language."""
    return {name: text.text(spoken) for name, text in WORDS.items()}
