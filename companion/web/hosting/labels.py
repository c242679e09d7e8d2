"""The texts of the page's script."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations

from companion.locale import Message

LABELS: Mapping[str, Message] = {
    "code": Message("Code"),
    "enter": Message("Connect"),
    "ask": Message("To get a code, ask the host: it is on their device, or on the computer that serves this page."),
    "wrong": Message("This code is wrong, was used already, or has expired."),
    "often": Message("Too many wrong codes came from here. Try again in a minute."),
    "unreached": Message("The table cannot be reached. Try again."),
    "away": Message("Reconnecting… This is the last known state."),
    "kept": Message("Reconnecting… Your tap is stored and will be sent."),
    "unsent": Message("Your last tap may not have arrived. Check the table, then tap again."),
}
"""The texts by the name that the script uses."""


def translate_site_labels(translations: NullTranslations) -> dict[str, str]:
    """Return every text in one language."""
    return {name: text.text(translations) for name, text in LABELS.items()}
