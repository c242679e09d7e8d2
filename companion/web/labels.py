"""The labels of the web page itself."""

from __future__ import annotations

from gettext import NullTranslations

from companion.locale import Message

LABELS = {
    "code": Message("Code"),
    "enter": Message("Connect"),
    "ask": Message("To get a code, open the tablet’s menu, then “Web page for TV and phones”."),
    "gone": Message("This page was disconnected. To connect again, enter a new code."),
    "unreached": Message(
        "The table cannot be reached. Check that this device is on the same network and that "
        "the tablet shares the page."
    ),
    "wrong": Message("This code is not valid or has expired. Ask at the table for a new one."),
    "often": Message("Too many wrong codes. Wait a minute, then try again."),
    "away": Message("The table cannot be reached. This is the last known state."),
    "look": Message("Light or dark"),
    "back": Message("Cancel"),
    "go": Message("Send"),
    "hand": Message("Enter the cards in your hand"),
    "note": Message("Save"),
    "drop": Message("Remove from hand"),
    "allow": Message("The browser asks to use the camera. Allow it."),
    "filming": Message("This phone is the table’s camera. Keep this page open."),
    "cut": Message("The table cannot be reached. Trying again…"),
    "forbidden": Message("The browser blocked the camera. Allow it for this page in the browser’s settings."),
    "no_camera": Message("The camera cannot be opened. Close other apps that use it."),
    "dark": Message("It is too dark. Turn on a light."),
    "far": Message("The cards are small. Move the phone closer."),
    "nothing": Message("No card is recognised yet. Keep the whole table inside the frame."),
    "tilted": Message("Hold the phone flat above the table."),
    "warm": Message("Fewer pictures are sent, to spare the battery."),
    "sealed": Message("Answer sent. You can still change it."),
}
"""The labels, by their names in the page."""


def translate_labels(translations: NullTranslations) -> dict[str, str]:
    """Return all labels in one language, by their names in the page."""
    return {name: text.text(translations) for name, text in LABELS.items()}
