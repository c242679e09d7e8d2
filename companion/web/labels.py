"""The labels of the web page itself."""

from __future__ import annotations

from gettext import NullTranslations

from companion.locale import Message

LABELS = {
    "code": Message("Code"),
    "enter": Message("Come in"),
    "ask": Message("The table gives a code: on the tablet in its menu, under “A page for a TV and for phones”."),
    "gone": Message(
        "The table does not let this page in any more: it ended it, began it anew, or sent it away. "
        "With a new code you come in again."
    ),
    "unreached": Message("The table cannot be reached. Is this device in the same network, and the page begun there?"),
    "wrong": Message("This code is not good, or not any more. Ask at the table for another one."),
    "often": Message("Too many wrong codes came from here. Wait a minute, then try again."),
    "away": Message("The table cannot be reached; this is how it stood."),
    "look": Message("Light or dark"),
    "kept": Message("Done."),
    "back": Message("Not this"),
    "go": Message("Say it"),
    "hand": Message("Note the cards in your hand"),
    "note": Message("Note them"),
    "drop": Message("Not in hand any more"),
    "allow": Message("The browser asks whether this page may open the camera: allow it."),
    "filming": Message("The table sees what this phone sees. Leave this page open."),
    "cut": Message("The table cannot be reached; the phone goes on trying."),
    "forbidden": Message(
        "The browser was not allowed to open the camera. Allow it in the browser’s settings for this page."
    ),
    "no_camera": Message("No camera opens here. Close whatever else uses it."),
    "sealed": Message("Your answer is in. Answer otherwise?"),
}
"""The labels, by their names in the page."""


def translate_labels(translations: NullTranslations) -> dict[str, str]:
    """Return all labels in one language, by their names in the page."""
    return {name: text.text(translations) for name, text in LABELS.items()}
