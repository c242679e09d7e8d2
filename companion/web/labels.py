"""The texts of the pages' scripts, and the language of a request."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse

from companion.locale import Message
from companion.locale.languages import LANGUAGES, translations

_DOOR = {
    "code": Message("Code"),
    "enter": Message("Connect"),
    "wrong": Message("This code is wrong, was used already, or has expired."),
    "often": Message("Too many wrong codes came from here. Try again in a minute."),
    "unreached": Message("The table cannot be reached. Try again."),
}
"""The texts of the form for a code."""
SITE: Mapping[str, Message] = {
    **_DOOR,
    "title": Message("Decktet companion"),
    "ask": Message(
        "Ask at the table for a code. The host’s device shows it, and so does the computer or tablet that serves this "
        "page."
    ),
    "away": Message("Reconnecting… This is the last known state."),
    "kept": Message("Reconnecting… Your tap is stored and will be sent."),
    "unsent": Message("Your last tap may not have arrived. Check the table, then tap again."),
}
"""The texts of ``transport.js``, by the name that it uses."""
CAMERA: Mapping[str, Message] = {
    **_DOOR,
    "title": Message("Use a phone as camera"),
    "ask": Message("To get a code, open the camera’s page on the host’s device, or the menu of the tablet."),
    "gone": Message("This page was disconnected. To connect again, enter a new code."),
    "allow": Message("The browser asks to use the camera. Allow it."),
    "filming": Message("This phone is the table’s camera. Keep this page open."),
    "cut": Message("The table cannot be reached. Trying again…"),
    "forbidden": Message("The browser blocked the camera. Allow it for this page in the browser’s settings."),
    "paused": Message("The phone paused its camera. Return to this page, and close other apps that use the camera."),
    "lens": Message("Camera"),
    "no_camera": Message("The camera cannot be opened. Close other apps that use it."),
    "none": Message("This device has no camera. Open this page on a phone."),
    "inside": Message("This browser gives pages no camera. Open this page in Safari, Chrome or Firefox itself."),
    "dark": Message("It is too dark. Turn on a light."),
    "far": Message("The cards are small. Move the phone closer."),
    "nothing": Message("No card is recognised yet. Keep the whole table inside the frame."),
    "tilted": Message("Hold the phone flat above the table."),
    "warm": Message("Fewer pictures are sent, to spare the battery."),
}
"""The texts of ``camera.js``, by the name that it uses."""


def send_labels(labels: Mapping[str, Message], request: Request) -> JSONResponse:
    """Return every text in the language of a request."""
    catalogue = translations(find_language(request))
    return JSONResponse({name: text.text(catalogue) for name, text in labels.items()})


def find_language(request: Request) -> str:
    """Return the language of a request, English if it is not available."""
    asked = request.headers.get("x-language") or request.headers.get("accept-language", "")[:2].lower()
    return asked if asked in LANGUAGES else "en"
